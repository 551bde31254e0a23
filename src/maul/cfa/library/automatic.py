"""The primitives by which automatic objects begin and end, where a property asks about memory.

No program can define these names. ``maul.cfa.transform.lifetimes`` makes the calls; the interpreter
and the encodings give them their meaning.
"""

BEGIN_OBJECT = "begin object"
"""The primitive that makes an automatic object of as many bytes as its argument says, with
arbitrary contents, and gives its address. It never fails. The object is no heap object."""

END_OBJECT = "end object"
"""The primitive that ends an automatic object, one of ``BEGIN_OBJECT`` or of ``alloca``, by the
pointer to its start: from then on its bytes lie in no live object. Given a null pointer, it does
nothing."""

END_FRAME = "end frame"
"""The primitive that ends the automatic object that its argument points to the start of, one of
``BEGIN_OBJECT``, and all automatic objects that ``BEGIN_OBJECT`` and ``alloca`` made later and that
have not ended yet. Heap objects and variables are left alone. A function that calls ``alloca``
makes an object of no bytes when it is entered and calls this just before it returns; what it has
called has returned by then, so all that is ended belongs to this activation."""

ENTER_SCOPE, LEAVE_SCOPE = "enter scope", "leave scope"
"""Where control enters and leaves the scope of the objects that the arguments point to. The builder
makes these calls when it is asked to; ``maul.cfa.transform.lifetimes`` leaves none behind."""

HANDLE = "&"
"""Behind the name of a variable: the pointer to the object that ``BEGIN_OBJECT`` made for it. As
long as control is where the name of the variable means something, that object lives."""

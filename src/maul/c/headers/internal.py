"""Parts of headers that several of them share; no program includes them by name."""

from __future__ import annotations

from maul.c.headers.features import EXTENSIONS

TEXTS = {
    "maul_extensions.h": EXTENSIONS,
    "maul_null.h": """
#undef NULL
#define NULL ((void *)0)
""",
    "maul_size.h": """
typedef __SIZE_TYPE__ size_t;
""",
    "maul_timespec.h": """
#include <maul_types.h>
struct timespec { time_t tv_sec; long tv_nsec; };
""",
    "maul_types.h": """
#include <maul_size.h>
typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ u_int8_t;
typedef __UINT16_TYPE__ u_int16_t;
typedef __UINT32_TYPE__ u_int32_t;
typedef __UINT64_TYPE__ u_int64_t;
typedef unsigned char u_char;
typedef unsigned short u_short, ushort;
typedef unsigned u_int, uint;
typedef unsigned long u_long, ulong;
#if __SIZEOF_POINTER__ == 8
typedef long ssize_t, quad_t;
typedef unsigned long u_quad_t, nlink_t;
typedef unsigned long dev_t;
#else
typedef int ssize_t;
typedef long long quad_t;
typedef unsigned long long u_quad_t, dev_t;
typedef unsigned nlink_t;
#endif
#if defined __USE_FILE_OFFSET64 && __SIZEOF_LONG__ == 4
typedef long long off_t, blkcnt_t;
typedef unsigned long long ino_t;
#define __maul_wide_offsets
#else
typedef long off_t, blkcnt_t;
typedef unsigned long ino_t;
#endif
typedef long time_t, clock_t, suseconds_t, blksize_t;
typedef int pid_t, key_t, clockid_t;
typedef unsigned uid_t, gid_t, id_t, mode_t, useconds_t;
typedef char *caddr_t;
typedef int daddr_t;
typedef void *timer_t;
""",
    "maul_va_list.h": """
#pragma GCC poison __need___va_list
typedef __builtin_va_list va_list;
typedef __builtin_va_list __gnuc_va_list;
""",
    "maul_wchar.h": """
typedef __WCHAR_TYPE__ wchar_t;
""",
    "maul_wide.h": """
#include <maul_size.h>
#include <maul_wchar.h>
typedef __WINT_TYPE__ wint_t;
typedef struct { int __count; union { unsigned __wide; char __bytes[4]; } __value; } mbstate_t;
""",
}

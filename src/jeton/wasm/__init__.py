"""The same engine for the browser: rules, views and search, compiled from the same Python to WebAssembly.

target     Numba with LLVM's WebAssembly behind it: all that leans on Numba's inside
exports    what the page calls: Jeton's own functions behind plain addresses
tables     what the page has to know beside that, as plain data
link       LLVM's object -> a module that a browser takes
build      all of it, and where the arrays of its nets lie: python -m jeton.wasm FOLDER
"""

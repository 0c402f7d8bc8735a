/** The compiled kernel, one for all exchanges of a process. */
export const compiledKernel: WebAssembly.Module

/** The compiled kernel, read from its file: all that the engine needs of Node. */
import { readFileSync } from 'node:fs'

export const compiledKernel = new WebAssembly.Module(readFileSync(new URL('../kernel/kernel.wasm', import.meta.url)))

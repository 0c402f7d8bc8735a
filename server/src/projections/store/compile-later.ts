/** When V8 makes the quick version of a WebAssembly function: after the first hundred milliseconds of PostgreSQL, or later. */
import { setFlagsFromString } from 'node:v8'

/** Bytes of a function's code, as run, after which it is compiled again. V8 lets nobody read its flags. */
const USUAL = 13_000_000
const LATE = 100 * USUAL

/**
 * Instances made meanwhile keep V8's first, slower code for longer. A start on an existing database asks for little, but the quick version
 * of its largest functions takes up to 0.6 s of a processor each, just while the rest of the server wants both: with it a start takes 3.0 s
 * and 5.0 s of processor time, without 2.7 and 4.5. A rebuild runs long enough to need it (a first start: 15.1 s and 16.4).
 *
 * The flag counts for the process, so keep `work` to the making of one instance.
 */
export async function compilingLater<Result>(work: () => Promise<Result>): Promise<Result> {
  setFlagsFromString(`--wasm-tiering-budget=${LATE}`)
  try {
    return await work()
  } finally {
    setFlagsFromString(`--wasm-tiering-budget=${USUAL}`)
  }
}

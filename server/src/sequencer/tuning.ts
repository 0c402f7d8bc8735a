/**
 * What the thread that trades asks of V8's compiler. A command passes some forty small functions, and V8 stops pasting functions into
 * their callers after 920 bytes of bytecode; each call that is left costs a frame and look-ups that the caller had done already. The
 * bound is a setting of the whole process and changes no result, only which machine code runs.
 */
import { setFlagsFromString } from 'node:v8'

/** Bytes of bytecode that one function may take in from those that it calls. */
const INLINED_BYTES = 3_000

/** Raises the compiler's budget; before the first command, because code that is compiled already stays as it is. */
export function allowDeepInlining(): void {
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${INLINED_BYTES}`)
}

/**
 * What a process asked the kernel, read from the output of `strace -f -y`. A thread stands still until strace has written down its call,
 * so a call that another one caused is always the later line: the order of lines is an order of causes, whatever clocks say.
 */

export interface SystemCall {
  readonly name: string
  /** File behind the first descriptor, as it was called at that moment; `socket:[…]` for a socket. */
  readonly path: string
  /** All bytes that were given, in their order; cut to what the kernel took. */
  readonly bytes: Buffer
  /** Last number of the call: of a positioned write its position. */
  readonly position: number
  /** Line on which it was called, and line on which it returned; Infinity when it never did. */
  readonly begin: number
  readonly end: number
  /** What it returned; undefined when it never did. */
  readonly result: number | undefined
}

const CALL = /^(\d+) +(\w+)\(\d+<([^>]*)>(.*)$/s
const RESUMED = /^(\d+) +<\.\.\. (\w+) resumed>/
const RESULT = /\) += (-?\d+)[^=]*$/
const UNFINISHED = ' <unfinished ...>'
const TEXT = /"([^"\\]*(?:\\.[^"\\]*)*)"(\.\.\.)?/gs
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', v: '\v', f: '\f' }

/** Bytes of a text as strace prints it. */
function bytesOf(printed: string): Buffer {
  const plain = printed.replace(/\\([0-7]{1,3}|x[0-9a-f]{2}|.)/gs, (_, code: string) => {
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8))
    if (/^x./.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return ESCAPES[code] ?? code
  })
  return Buffer.from(plain, 'latin1')
}

type Open = { -readonly [Field in keyof SystemCall]: SystemCall[Field] }

function begun(name: string, path: string, rest: string, line: number): Open {
  const texts = [...rest.matchAll(TEXT)].map(([, text = '', cut]) => {
    if (cut !== undefined) throw new Error(`line ${line + 1}: the trace holds only the beginning of what was written`)
    return bytesOf(text)
  })
  const position = Number(/(\d+)(?:\) += [^=]*| <unfinished \.\.\.>)$/.exec(rest.replace(TEXT, ''))?.[1] ?? 0)
  return { name, path, bytes: Buffer.concat(texts), position, begin: line, end: Number.POSITIVE_INFINITY, result: undefined }
}

function finish(call: Open, text: string, line: number): void {
  call.end = line
  call.result = Number(RESULT.exec(text)?.[1] ?? -1)
  if (call.result >= 0 && call.bytes.length > call.result) call.bytes = call.bytes.subarray(0, call.result)
}

/** The calls on descriptors, in the order in which they were made. @throws Error when bytes of one are cut short */
export function readTrace(trace: string): SystemCall[] {
  const calls: Open[] = []
  const open = new Map<string, Open>()
  for (const [line, text] of trace.split('\n').entries()) {
    const resumed = RESUMED.exec(text)
    if (resumed !== null) {
      const call = open.get(resumed[1] ?? '')
      open.delete(resumed[1] ?? '')
      if (call !== undefined && call.name === resumed[2]) finish(call, text, line)
      continue
    }
    const [, thread = '', name = '', path = '', rest = ''] = CALL.exec(text) ?? []
    if (name === '') continue
    const call = begun(name, path, rest, line)
    calls.push(call)
    if (rest.endsWith(UNFINISHED)) open.set(thread, call)
    else finish(call, rest, line)
  }
  return calls
}

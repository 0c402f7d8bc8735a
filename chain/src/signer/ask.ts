/** Secrets from a terminal, unseen, or from a pipe. Never from the environment or an argument, which others can read. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

const SECRET_MOST = 1024

/** The first line of a stream, without its end. @throws Error where there is none */
export async function readSecretLine(input: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of input) {
    text += String(chunk)
    if (text.includes('\n') || text.length > SECRET_MOST) break
  }
  const [line = ''] = text.split('\n')
  const secret = line.replace(/\r$/, '')
  if (secret === '') throw new Error('no unlock secret came: it is asked for at a terminal, or read from the standard input')
  return secret
}

/** Asks at the terminal; what is typed is not shown. */
export async function askHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_, __, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}

/** Asks at the terminal, shown as it is typed. */
export async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: true })
  try {
    return await lines.question(question)
  } finally {
    lines.close()
  }
}

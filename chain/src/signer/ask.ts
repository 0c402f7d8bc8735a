/**
 * What a person is asked for: at a terminal, secrets unseen; else lines of the standard input, of a pipe that whoever starts the program
 * holds. Never the environment or an argument, which others can read.
 */
import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'

const nowhere = (): Writable => new Writable({ write: (_, __, done) => done() })

export class Prompt {
  readonly isTerminal = process.stdin.isTTY === true
  #lines: AsyncIterator<string> | undefined

  /** Asks, and shows nothing of what is typed. @throws Error at the end of the input */
  async hidden(question: string): Promise<string> {
    const answer = await this.#ask(question, nowhere())
    if (question !== '') process.stderr.write('\n')
    return answer
  }

  /** @throws Error at the end of the input */
  async shown(question: string): Promise<string> {
    return await this.#ask(question, process.stderr)
  }

  /** What was shown is not to be read by the next one at this terminal. */
  clear(): void {
    if (this.isTerminal) process.stderr.write('\u001b[2J\u001b[3J\u001b[H')
  }

  /** No more is asked. */
  close(): void {
    process.stdin.unref?.()
  }

  async #ask(question: string, output: Writable | NodeJS.WriteStream): Promise<string> {
    if (!this.isTerminal) {
      process.stderr.write(question)
      this.#lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]()
      const next = await this.#lines.next()
      if (next.done === true) throw new Error('no answer came: it is asked for at a terminal, or read from the standard input')
      return next.value
    }
    // From here on the terminal shows nothing by itself, so that the question comes after: who is asked may type at once.
    const lines: Interface = createInterface({ input: process.stdin, output, terminal: true })
    process.stderr.write(question)
    try {
      return await new Promise((resolve, reject) => {
        lines.once('line', resolve)
        // Nobody who interrupts wants to be asked on.
        lines.once('SIGINT', () => reject(new Error('interrupted')))
        lines.once('close', () => reject(new Error('no answer came')))
      })
    } finally {
      lines.close()
    }
  }
}

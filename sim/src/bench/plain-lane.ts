/** A kept connection with one request in flight, for loads that have to read what they are answered; Node's own client costs more than the server. */
import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly code: string
  readonly data: Readonly<Record<string, string>>
}

const HEAD_END = '\r\n\r\n'
const LENGTH = /\r\ncontent-length: (\d+)/i

export class PlainLane {
  readonly #socket: Socket
  readonly #host: string
  #heard = ''
  #waiting: { readonly resolve: (answer: Answer) => void; readonly reject: (error: Error) => void } | undefined

  private constructor(socket: Socket, port: number) {
    this.#socket = socket
    this.#host = `localhost:${port}`
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => this.#hear(text))
    socket.on('error', (error) => this.#waiting?.reject(error))
    socket.on('close', () => this.#waiting?.reject(new Error('the server closed a connection')))
  }

  static open(port: number): Promise<PlainLane> {
    const { promise, resolve, reject } = Promise.withResolvers<PlainLane>()
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('error', reject)
    socket.once('connect', () => resolve(new PlainLane(socket, port)))
    return promise
  }

  /** @param headers one a line, each with its end @param body ASCII; '' = none */
  ask(method: string, path: string, headers: string, body: string): Promise<Answer> {
    const length = body === '' ? '' : `content-type: application/json\r\ncontent-length: ${body.length}\r\n`
    this.#socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\n${headers}${length}\r\n${body}`, 'latin1')
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
    })
  }

  close(): void {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #hear(text: string): void {
    this.#heard += text
    const end = this.#heard.indexOf(HEAD_END)
    if (end < 0) return
    const body = this.#heard.slice(end + HEAD_END.length)
    if (body.length < Number(LENGTH.exec(this.#heard)?.[1] ?? 0)) return
    const waiting = this.#waiting
    this.#heard = ''
    this.#waiting = undefined
    waiting?.resolve(JSON.parse(body) as Answer)
  }
}

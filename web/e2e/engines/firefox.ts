/** Firefox through WebDriver BiDi, which it speaks by itself: no driver stands between. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import WebSocket from 'ws'
import { stop } from '../../../sim/src/bench/processes.ts'
import { ANSWER_WITHIN_MS, type EngineBrowser, type InputSource, type RawTab } from './raw-tab.ts'

const STARTS_WITHIN_MS = 120_000
const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)/

interface Message {
  readonly id?: number
  readonly type: 'success' | 'error' | 'event'
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: string
  readonly message?: string
}

interface Waiting {
  readonly resolve: (result: Readonly<Record<string, unknown>>) => void
  readonly reject: (error: Error) => void
}

/** Commands and their answers over one socket. */
class BiDi {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, Waiting>()
  #last = 0

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data) => this.#take(JSON.parse(String(data)) as Message))
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Firefox closed the connection'))
    })
  }

  #take({ id, type, result, error, message }: Message): void {
    const waiting = this.#waiting.get(id ?? 0)
    if (waiting === undefined) return
    this.#waiting.delete(id ?? 0)
    if (type === 'success') waiting.resolve(result ?? {})
    else waiting.reject(new Error(`Firefox: ${error} ${message}`))
  }

  /** @throws Error with Firefox's own words, or when it does not answer */
  send(method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
    this.#last += 1
    const id = this.#last
    const answer = new Promise<Readonly<Record<string, unknown>>>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`Firefox did not answer ${method}`)), ANSWER_WITHIN_MS)
      const settled = () => clearTimeout(timer)
      this.#waiting.set(id, {
        resolve: (result) => [settled(), resolve(result)],
        reject: (error) => [settled(), reject(error)],
      })
    })
    this.#socket.send(JSON.stringify({ id, method, params }))
    return answer
  }

  close(): void {
    this.#socket.close()
  }
}

class FirefoxTab implements RawTab {
  readonly #bidi: BiDi
  readonly #context: string
  readonly #profile: string

  constructor(bidi: BiDi, context: string, profile: string) {
    this.#bidi = bidi
    this.#context = context
    this.#profile = profile
  }

  async navigate(url: string): Promise<void> {
    await this.#bidi.send('browsingContext.navigate', { context: this.#context, url, wait: 'complete' })
  }

  async call(source: string, text: string): Promise<string> {
    const answer = await this.#bidi.send('script.callFunction', {
      functionDeclaration: source,
      arguments: [{ type: 'string', value: text }],
      target: { context: this.#context },
      awaitPromise: true,
    })
    const { result, exceptionDetails } = answer as {
      readonly result?: { readonly value?: string }
      readonly exceptionDetails?: { readonly text: string }
    }
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
    return result?.value ?? ''
  }

  async perform(actions: readonly InputSource[]): Promise<void> {
    await this.#bidi.send('input.performActions', { context: this.#context, actions })
  }

  async picture(): Promise<Buffer> {
    const { data } = await this.#bidi.send('browsingContext.captureScreenshot', { context: this.#context })
    return Buffer.from(String(data), 'base64')
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#bidi.send('browsingContext.setViewport', { context: this.#context, viewport: { width, height } })
  }

  /** The profile goes with its tab. */
  async close(): Promise<void> {
    await this.#bidi.send('browser.removeUserContext', { userContext: this.#profile })
  }
}

/** Where Firefox listens, from the line in which it says so. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => reject(new Error(`Firefox does not listen:\n${output}`)), STARTS_WITHIN_MS)
    child.stderr?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000)
      const address = LISTENING.exec(output)?.[1]
      if (address === undefined) return
      clearTimeout(timer)
      resolve(address)
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`Firefox ended with ${code}:\n${output}`)))
  })
}

async function connect(child: ChildProcess): Promise<BiDi> {
  const socket = new WebSocket(`${await addressOf(child)}/session`)
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const bidi = new BiDi(socket)
  await bidi.send('session.new', { capabilities: {} })
  return bidi
}

export async function startFirefox(binary: string): Promise<EngineBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'agio-firefox-'))
  const args = ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port', '0']
  const child = spawn(binary, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: folder } })
  const end = async (): Promise<void> => {
    await stop(child)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const bidi = await connect(child)
    return {
      name: 'Firefox',
      async open() {
        const { userContext } = await bidi.send('browser.createUserContext', {})
        const { context } = await bidi.send('browsingContext.create', { type: 'tab', userContext })
        return new FirefoxTab(bidi, String(context), String(userContext))
      },
      async stop() {
        bidi.close()
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

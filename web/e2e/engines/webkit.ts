/** WebKitGTK through its WebDriver (W3C WebDriver over HTTP), on a screen of its own that nobody sees. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, stop } from '../../../sim/src/bench/processes.ts'
import { ANSWER_WITHIN_MS, type EngineBrowser, type RawTab } from './raw-tab.ts'

/** The browser's own bar is 447 px wide at least; a phone is narrower. */
const LOW_BAR = `* { font-size: 1px; padding: 0; margin: 0; border-width: 0; min-width: 0; min-height: 0 }
image { -gtk-icon-transform: scale(0.1) }`
const STARTS_WITHIN_MS = 120_000

interface Answer {
  readonly value: { readonly error?: string; readonly message?: string; readonly sessionId?: string } | string | null
}

/** A call of the driver. @throws Error with the driver's own words */
async function ask(driver: string, method: 'POST' | 'DELETE' | 'GET', path: string, body?: object): Promise<Answer['value']> {
  const response = await fetch(driver + path, {
    method,
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { value } = (await response.json()) as Answer
  if (response.ok) return value
  const { error, message } = typeof value === 'object' && value !== null ? value : {}
  throw new Error(`WebKit, ${path.split('/').slice(3).join('/')}: ${error} ${message}`)
}

class WebKitTab implements RawTab {
  readonly #driver: string
  readonly #path: string
  /** What the bar takes of a window's height, px. */
  #bar = 0

  constructor(driver: string, sessionId: string) {
    this.#driver = driver
    this.#path = `/session/${sessionId}`
  }

  async navigate(url: string): Promise<void> {
    await ask(this.#driver, 'POST', `${this.#path}/url`, { url })
  }

  async call(source: string, text: string): Promise<string> {
    const script = `const [text, done] = arguments
      Promise.resolve(text).then(${source}).then((value) => done({ value }), (error) => done({ fault: String(error) }))`
    const answer = await ask(this.#driver, 'POST', `${this.#path}/execute/async`, { script, args: [text] })
    const { value, fault } = answer as unknown as { readonly value?: string; readonly fault?: string }
    if (fault !== undefined) throw new Error(fault)
    return value ?? ''
  }

  async perform(actions: Parameters<RawTab['perform']>[0]): Promise<void> {
    await ask(this.#driver, 'POST', `${this.#path}/actions`, { actions })
  }

  async picture(): Promise<Buffer> {
    return Buffer.from(String(await ask(this.#driver, 'GET', `${this.#path}/screenshot`)), 'base64')
  }

  async resize(width: number, height: number): Promise<void> {
    await ask(this.#driver, 'POST', `${this.#path}/window/rect`, { x: 0, y: 0, width, height: height + this.#bar })
    const inner = JSON.parse(await this.call('() => JSON.stringify([innerWidth, innerHeight])', '')) as [number, number]
    if (inner[0] !== width) throw new Error(`WebKit's window is ${inner[0]} px wide instead of ${width}`)
    if (inner[1] === height || this.#bar > 0) return
    this.#bar = height - inner[1]
    await this.resize(width, height)
  }

  async close(): Promise<void> {
    await ask(this.#driver, 'DELETE', this.#path)
  }
}

/** An X server on the first free number. */
async function startScreen(): Promise<{ readonly child: ChildProcess; readonly display: string }> {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp']
  const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const display = await new Promise<string>((resolve, reject) => {
    child.stdio[3]?.once('data', (number: Buffer) => resolve(`:${number.toString().trim()}`))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
  })
  return { child, display }
}

async function untilReady(driver: string): Promise<void> {
  for (const end = Date.now() + STARTS_WITHIN_MS; ; await sleep(100)) {
    const ready = await ask(driver, 'GET', '/status').catch(() => undefined)
    if (ready !== undefined) return
    if (Date.now() > end) throw new Error('WebKitWebDriver does not answer')
  }
}

/** @param binary WebKit's MiniBrowser */
export async function startWebKit(binary: string): Promise<EngineBrowser> {
  const settings = mkdtempSync(join(tmpdir(), 'agio-webkit-'))
  mkdirSync(join(settings, 'gtk-3.0'))
  writeFileSync(join(settings, 'gtk-3.0', 'gtk.css'), LOW_BAR)
  const screen = await startScreen()
  const port = await freePort()
  const child = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      LC_ALL: 'C',
      DISPLAY: screen.display,
      XDG_CONFIG_HOME: settings,
      XDG_DATA_HOME: settings,
      XDG_CACHE_HOME: settings,
    },
  })
  const driver = `http://127.0.0.1:${port}`
  const options = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } }
  await untilReady(driver)
  return {
    name: 'WebKit',
    async open() {
      const session = await ask(driver, 'POST', '/session', { capabilities: { alwaysMatch: options } })
      return new WebKitTab(driver, String(typeof session === 'object' && session?.sessionId))
    },
    async stop() {
      await stop(child)
      await stop(screen.child)
      rmSync(settings, { recursive: true, force: true })
    },
  }
}

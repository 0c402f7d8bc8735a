/** A headless Chromium with a debugging port, on an empty profile. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../../../scripts/chromium.mjs'
import { freePort } from './processes.ts'

export const CHROMIUM_FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
] as const

let found: string | undefined

/** Path of the browser; brought where that is possible, which takes a while the first time. @throws Error when there is none */
export function chromiumPath(): string {
  found ??= findChromium((line: string) => process.stderr.write(`${line}\n`), true)
  if (found === undefined) throw new Error('no Chromium here: set CHROME_PATH')
  return found
}

export interface Browser {
  readonly port: number
  stop(): Promise<void>
}

export async function startChromium(): Promise<Browser> {
  const port = await freePort()
  const profile = mkdtempSync(join(tmpdir(), 'agio-chromium-'))
  const child = spawn(chromiumPath(), [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: 'ignore',
  })
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answered = await fetch(`http://127.0.0.1:${port}/json/version`).then(
      () => true,
      () => false,
    )
    if (answered) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    port,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await ended
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

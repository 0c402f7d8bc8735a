/**
 * The composition root: reads the settings, then opens every part and joins them by way of `run-application.ts` (clock, tenants) and
 * `open-doors.ts` (ports).
 */
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Config, readConfig } from './boot/config.ts'
import { checkPorts } from './boot/free-ports.ts'
import { startReport } from './boot/start-report.ts'
import { refuseEarlierBuild } from './journal/earlier-build.mjs'
import { openHistory } from './projections/history/open-history.ts'
import { syncFolder } from './vault/durable-file.ts'

const STOP_WITHIN_MS = 5000

/** The folders' own names have to last as well as what the journals write into them. */
async function prepareDataDir({ dataDir, tenants }: Config): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  for (const tenant of tenants) await mkdir(join(dataDir, tenant.tenantId), { recursive: true, mode: 0o700 })
  await syncFolder(dataDir)
  await syncFolder(dirname(dataDir))
}

/** Resolves when the web application is built: said by the parent process, or at once when there is none. */
function webBuilt(): Promise<void> {
  if (process.send === undefined) return Promise.resolve()
  return new Promise((resolve) => process.once('message', (message) => message === 'webReady' && resolve()))
}

async function main(): Promise<void> {
  const report = startReport(process.stdout)
  const config = readConfig(process.env, process.argv.slice(2))
  await checkPorts(config)
  refuseEarlierBuild(config.dataDir)
  await prepareDataDir(config)
  const built = webBuilt()
  // Its thread opens the database while this one reads the rest of its sources and opens the exchanges.
  const history = await openHistory(config)
  const { runApplication } = await import('./boot/run-application.ts')
  const application = await runApplication(config, report, history, built)
  let stopping = false
  const stop = (signal: string): void => {
    if (stopping) return
    stopping = true
    report.line(`${signal}: stopping`)
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    application.stop().then(
      () => process.exit(0),
      (error: Error) => {
        process.stderr.write(`stop: ${error.stack ?? error.message}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
  // Whoever started it and looked after it is gone: nobody else would ever stop it.
  process.on('disconnect', () => stop('its parent ended'))
}

main().catch((error: Error) => {
  process.stderr.write(`agio: ${error.message}\n`)
  process.exit(1)
})

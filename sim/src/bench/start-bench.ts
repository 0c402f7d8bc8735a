/** S1: from the command to `ready`, on an empty data folder and on the folder that this left. The web application is built before. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Measure } from './measure.ts'
import { startProduct } from './product.ts'

const measure = (title: string, seconds: number, goal: string): Measure => ({
  id: 'S1',
  title,
  value: seconds,
  unit: 's',
  peer: '-',
  peerValue: 0,
  ratio: seconds,
  goal,
})

/** As whoever tries it starts it, with its nodes. */
const DEMO = { AGIO_PROFILE: 'demo', AGIO_CHAINS: 'on' }

export async function startMeasures(): Promise<Measure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'agio-start-'))
  try {
    const first = await startProduct(dataDir, DEMO)
    await first.stop()
    const warm = await startProduct(dataDir, DEMO)
    await warm.stop()
    return [measure('first start to ready', first.readyAfter, '<= 90'), measure('warm start to ready', warm.readyAfter, '<= 3')]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

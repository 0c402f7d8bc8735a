/** Which pages belong to a product that is closed here: nothing that leads to one is offered. */
import { openFeatures, type Switches } from './data/shell/menu-model.ts'
import { pageOf } from './pages.ts'

export function isClosed(path: string, switches: Switches): boolean {
  const page = pageOf(path)
  const feature = page?.closed ?? page?.feature
  if (feature === undefined) return false
  const open: Readonly<Record<string, boolean>> = { ...openFeatures(switches) }
  return open[feature] !== true
}

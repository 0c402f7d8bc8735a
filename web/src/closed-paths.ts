/** Which pages only say that their product is closed here: nothing that leads to one is offered. */
import { openFeatures, type Switches } from './data/shell/menu-model.ts'
import { pageOf } from './pages.ts'

export function isClosed(path: string, switches: Switches): boolean {
  const feature = pageOf(path)?.closed
  if (feature === undefined) return false
  const open: Readonly<Record<string, boolean>> = { ...openFeatures(switches) }
  return open[feature] !== true
}

import { openFeatures } from '../../data/shell/menu-model.ts'
import { useSite } from '../../data/site.ts'
import type { AccountEntry } from './account-model.ts'
import { useForbidden } from './main-menu.tsx'

/** Entries that the configuration has not taken out. */
export function useEntries(make: (open: ReturnType<typeof openFeatures>) => readonly AccountEntry[]): readonly AccountEntry[] {
  const forbidden = useForbidden()
  const { switches } = useSite()
  return make(openFeatures(switches)).filter((entry) => entry.to === undefined || !forbidden.includes(entry.to))
}

/** The rules of configured menus: what is shown, what is dropped, how many stand in the row. Pure. */
import { paths } from '../../paths.ts'

export interface MenuEntry {
  readonly menuId: string
  readonly name: string
  /** Second, smaller name; may be empty. */
  readonly secondName: string
  readonly description: string
  /** In-app path or http address; null for a group that only opens its children. */
  readonly target: string | null
  readonly iconDay: string | null
  readonly iconNight: string | null
  readonly children: readonly MenuEntry[]
}

type Fields = Readonly<Record<string, unknown>>

/** The objects of a list in any shape; menus come from the page head before the API's schemas are loaded. */
function objectsOf(list: unknown): readonly Fields[] {
  return Array.isArray(list) ? list.filter((item): item is Fields => typeof item === 'object' && item !== null) : []
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null)

const GROUP = 1

/** Visible, named entries in server order. A group without a path stays only when something below it stays. */
export function menuOf(items: unknown): readonly MenuEntry[] {
  return objectsOf(items).flatMap((item) => {
    const name = textOf(item.menuName)
    if (item.displayStatus === 0 || name.trim() === '') return []
    const target = textOrNull(item.accessPath)
    const children = menuOf(item.children)
    if (item.typeId === GROUP && target === null && children.length === 0) return []
    return [
      {
        menuId: String(item.id),
        name,
        secondName: textOf(item.menuViceName),
        description: textOf(item.menuDescription),
        target,
        iconDay: textOrNull(item.iconUrlDay),
        iconNight: textOrNull(item.iconUrlNight),
        children,
      },
    ]
  })
}

/**
 * The entry of the present address: the one with the same path whose query, if it has one, the address carries too. Of several the one that
 * asks for more wins, so that `/trade?type=spot` is not `/trade`. Values other than `type` may differ: every pair is the same page. The
 * spot view for visitors belongs to the entry of the spot terminal.
 */
export function activeEntry(entries: readonly MenuEntry[], pathname: string, search: string): MenuEntry | undefined {
  const present = new URLSearchParams(search)
  const spotForVisitors = pathname === paths.contractTerminal && present.get('type') === 'spot'
  const weight = (target: string): number => {
    const [path, query] = target.split('?')
    if (spotForVisitors && path === paths.spotTerminal) return 1
    if (path !== pathname) return -1
    const kind = new URLSearchParams(query ?? '').get('type')
    if (kind === null) return 0
    return present.get('type') === kind ? 1 : -1
  }
  const weighed = entries.flatMap((entry) => (entry.target === null ? [] : [{ entry, weight: weight(entry.target) }]))
  return weighed.filter((one) => one.weight >= 0).sort((a, b) => b.weight - a.weight)[0]?.entry
}

/** At most this many entries stand in the header row. */
export const MENU_ROW = 10

/** Splits the menu into the row and the rest under "More": never more than ten, fewer where they do not fit. */
export function splitMenu<Entry>(
  entries: readonly Entry[],
  fitting = MENU_ROW,
): { readonly row: readonly Entry[]; readonly more: readonly Entry[] } {
  const count = Math.max(0, Math.min(MENU_ROW, fitting))
  return { row: entries.slice(0, count), more: entries.slice(count) }
}

/** Whether a target leads to a path that the configuration has taken out, however it is written. */
export function isForbidden(target: string | null, forbidden: readonly string[]): boolean {
  const path = target?.split(/[?#]/, 1)[0] ?? ''
  return path !== '' && forbidden.includes(path.length > 1 ? path.replace(/\/+$/, '') : path)
}

/** Entries without the paths that the configuration has taken out; groups that lose everything go too. */
export function withoutPaths(entries: readonly MenuEntry[], forbidden: readonly string[]): readonly MenuEntry[] {
  return entries.flatMap((entry) => {
    if (isForbidden(entry.target, forbidden)) return []
    const children = withoutPaths(entry.children, forbidden)
    return entry.target === null && children.length === 0 && entry.children.length > 0 ? [] : [{ ...entry, children }]
  })
}

export interface FooterLink {
  readonly name: string
  readonly target: string | null
  readonly children: readonly FooterLink[]
}

export function footerOf(items: unknown): readonly FooterLink[] {
  return objectsOf(items)
    .filter((item) => item.show === 1)
    .map((item) => ({ name: textOf(item.bottomName), target: textOrNull(item.accessPath), children: footerOf(item.children) }))
}

/** The tree without the paths that the configuration has taken out; a column that loses every link goes too. */
export function footerWithout(links: readonly FooterLink[], forbidden: readonly string[]): readonly FooterLink[] {
  return links.flatMap((link) => {
    if (isForbidden(link.target, forbidden)) return []
    const children = footerWithout(link.children, forbidden)
    return link.target === null && children.length === 0 && link.children.length > 0 ? [] : [{ ...link, children }]
  })
}

export interface Switches {
  readonly financialSwitch: number
  readonly flashConvertSwitch: number
  readonly contractSwitch: boolean
  readonly inviteSwitch: number
}

/** `financialSwitch` 1 open, 2 closed; `flashConvertSwitch` and `inviteSwitch` 1 yes, 0 no. Anything outside its table counts as closed. */
export function openFeatures(switches: Switches): {
  readonly earn: boolean
  readonly convert: boolean
  readonly contract: boolean
  readonly invite: boolean
} {
  return {
    earn: switches.financialSwitch === 1,
    convert: switches.flashConvertSwitch === 1,
    contract: switches.contractSwitch,
    invite: switches.inviteSwitch === 1,
  }
}

/** The badge of the bell: nothing at 0, the count up to 99, then `99+`. */
export function badgeText(unread: number): string {
  if (unread <= 0) return ''
  return unread > 99 ? '99+' : String(unread)
}

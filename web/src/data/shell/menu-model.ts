/** The rules of configured menus: what is shown, what is dropped, how many stand in the row. Pure. */

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

interface RawMenuItem {
  readonly id: string
  readonly menuName: string
  readonly menuViceName: string
  readonly menuDescription: string
  readonly typeId: number
  readonly accessPath: string | null
  readonly displayStatus: number
  readonly iconUrlDay: string | null
  readonly iconUrlNight: string | null
  readonly children: readonly RawMenuItem[]
}

const GROUP = 1

/** Visible, named entries in server order. A group without a path stays only when something below it stays. */
export function menuOf(items: readonly RawMenuItem[]): readonly MenuEntry[] {
  return items.flatMap((item) => {
    if (item.displayStatus === 0 || item.menuName.trim() === '') return []
    const target = item.accessPath === null || item.accessPath.trim() === '' ? null : item.accessPath
    const children = menuOf(item.children)
    if (item.typeId === GROUP && target === null && children.length === 0) return []
    return [
      {
        menuId: item.id,
        name: item.menuName,
        secondName: item.menuViceName,
        description: item.menuDescription,
        target,
        iconDay: item.iconUrlDay,
        iconNight: item.iconUrlNight,
        children,
      },
    ]
  })
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

/** Entries without the paths that the configuration has taken out; groups that lose everything go too. */
export function withoutPaths(entries: readonly MenuEntry[], forbidden: readonly string[]): readonly MenuEntry[] {
  return entries.flatMap((entry) => {
    if (entry.target !== null && forbidden.includes(entry.target)) return []
    const children = withoutPaths(entry.children, forbidden)
    return entry.target === null && children.length === 0 && entry.children.length > 0 ? [] : [{ ...entry, children }]
  })
}

export interface FooterLink {
  readonly name: string
  readonly target: string | null
  readonly children: readonly FooterLink[]
}

interface RawFooterItem {
  readonly bottomName: string
  readonly accessPath: string | null
  readonly show?: number | undefined
  readonly children: readonly RawFooterItem[]
}

export function footerOf(items: readonly RawFooterItem[]): readonly FooterLink[] {
  return items
    .filter((item) => item.show === 1)
    .map((item) => ({ name: item.bottomName, target: item.accessPath, children: footerOf(item.children) }))
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

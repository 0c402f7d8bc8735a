/** Entries of a group in two columns: icon, name, second name, description. */
import type { MenuEntry } from '../../data/shell/menu-model.ts'
import { useIsDay } from '../../theme/day-mode.ts'
import { SmartLink } from '../../ui/smart-link.tsx'

interface MenuPanelProps {
  readonly entries: readonly MenuEntry[]
  readonly onFollow: () => void
}

function PanelEntry({ entry, onFollow }: { readonly entry: MenuEntry; readonly onFollow: () => void }) {
  const day = useIsDay()
  const icon = day ? entry.iconDay : entry.iconNight
  return (
    <SmartLink to={entry.target} onFollow={onFollow} className="flex min-h-11 items-start gap-3 rounded-chip p-3 hover:bg-hover">
      {icon !== null && icon !== '' && <img src={icon} alt="" width={24} height={24} className="mt-0.5 shrink-0" />}
      <span className="min-w-0">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-base font-semibold text-fg">{entry.name}</span>
          {entry.secondName !== '' && <span className="text-small text-faint">{entry.secondName}</span>}
        </span>
        {entry.description !== '' && <span className="block text-dense text-muted">{entry.description}</span>}
      </span>
    </SmartLink>
  )
}

export function MenuPanel({ entries, onFollow }: MenuPanelProps) {
  return (
    <ul className={`grid gap-1 p-2 ${entries.length > 1 ? 'sm:grid-cols-2' : ''}`}>
      {entries.map((entry) => (
        <li key={entry.menuId}>
          <PanelEntry entry={entry} onFollow={onFollow} />
          {entry.children.length > 0 && (
            <ul className="ms-3 border-s border-line ps-2">
              {entry.children.map((child) => (
                <li key={child.menuId}>
                  <PanelEntry entry={child} onFollow={onFollow} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}

/** All keys of the terminal on one sheet, opened with `?`. */
import { useT } from '../../i18n/i18n.ts'
import type { TextKey } from '../../i18n/keys.ts'
import { Dialog } from '../../ui/dialog.tsx'

const KEYS: readonly (readonly [string, TextKey])[] = [
  ['B / S', 'terminal:keys.side'],
  ['L / M / T', 'terminal:keys.type'],
  ['P / A', 'terminal:keys.fields'],
  ['1 2 3 4', 'terminal:keys.share'],
  ['↑ ↓', 'terminal:keys.tick'],
  ['⇧ ↑ ↓', 'terminal:keys.tick10'],
  ['⌥ ↑ ↓', 'terminal:keys.tick100'],
  ['↵', 'terminal:keys.review'],
  ['Esc', 'terminal:keys.back'],
  ['O', 'terminal:keys.book'],
  ['⇧ H', 'terminal:keys.hide'],
  ['?', 'terminal:keys.help'],
]

export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  return (
    <Dialog title={t('terminal:keys.title')} onClose={onClose}>
      <dl className="text-dense">
        {KEYS.map(([key, text]) => (
          <div key={key} className="flex min-h-9 items-center justify-between gap-4 border-b border-grid last:border-0">
            <dt className="text-muted">{t(text)}</dt>
            <dd>
              <kbd className="num rounded-chip border border-line2 px-2 py-0.5 text-small whitespace-nowrap">{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-small text-muted">{t('terminal:keys.note')}</p>
    </Dialog>
  )
}

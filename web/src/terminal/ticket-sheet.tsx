/** The phone's ticket: a sheet with the book beside the fields. Loaded when someone reaches for a button. */
import { X } from 'lucide-react'
import { useTopic } from '../data/live/topic.ts'
import { useLoggedIn } from '../data/session.ts'
import { formatNumber } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { SheetLadder } from './book/sheet-ladder.tsx'
import { useMarket } from './market.ts'
import { Sheet } from './sheet.tsx'

export function TicketSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const loggedIn = useLoggedIn()
  const { parts } = useMarket()
  return (
    <Sheet label={t('terminal:ticket.title')} onClose={onClose}>
      <SheetHead onClose={onClose} />
      <parts.Ticket short keys={false} beside={<SheetLadder />} />
      {!loggedIn && <p className="mt-2 text-center text-small text-muted">{t('terminal:lock.visitor')}</p>}
    </Sheet>
  )
}

function SheetHead({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const { terms, name, price } = useMarket()
  const ticker = useTopic(price)
  return (
    <div className="mb-3 flex items-center gap-3" data-live>
      <bdi dir="ltr" className="text-strong">
        {name}
      </bdi>
      <bdi className={`num text-dense font-medium ${ticker?.moved === 'down' ? 'text-down-text' : 'text-up-text'}`}>
        {ticker === undefined ? '--' : formatNumber(ticker.price, { scale: terms.priceScale })}
      </bdi>
      <IconButton label={t('terminal:sheet.close')} onClick={onClose} className="ms-auto">
        <Icon as={X} size={20} />
      </IconButton>
    </div>
  )
}

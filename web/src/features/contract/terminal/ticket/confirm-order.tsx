/** Asks once more before an order is sent, for those who have asked to be asked. */
import { formatNumber, isolated, ownDirection } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { Button, ButtonPair } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { HIDDEN_AMOUNT } from '../../../../ui/number-text.tsx'
import { useContractDesk, useContractDraft } from '../desk.ts'
import { FactRows } from '../fact-rows.tsx'
import { costParts } from '../model/cost-parts.ts'
import type { ContractTicketWork } from './use-contract-ticket.ts'

export function ConfirmOrder({ work }: { readonly work: ContractTicketWork }) {
  const t = useT()
  const { terms, config } = useContractDesk()
  const { side } = useContractDraft()
  // Figures of another order are none of this one: they come back with the next answer.
  const preview = work.stale ? undefined : work.preview
  const parts = preview && costParts(preview)
  const hidden = (text: string): string => (work.secret ? HIDDEN_AMOUNT : text)
  const price = (value: string): string => hidden(/[1-9]/.test(value) ? formatNumber(value, { scale: terms.priceScale }) : '--')
  const money = (value: string): string => hidden(`${formatNumber(value, { scale: 2 })} ${terms.marginAsset}`)
  return (
    <Dialog title={t('contract:confirm.title')} onClose={() => work.confirm(false)} sheet>
      <p className="mb-3 text-base font-semibold">{work.sentence}</p>
      <FactRows
        facts={[
          [
            t('contract:mode.title'),
            ownDirection(
              `${t(config?.isIsolated === true ? 'contract:mode.isolated' : 'contract:mode.cross')} ${isolated(`${config?.leverage ?? ''}×`)}`,
            ),
          ],
          ...(preview === undefined || parts === undefined
            ? []
            : ([
                [t('contract:cost.cost'), money(parts.total)],
                ...(/[1-9]/.test(parts.returned) ? ([[t('contract:cost.returned'), money(parts.returned)]] as const) : []),
                [t('contract:cost.liquidation'), price(preview.reducePrice)],
              ] as const)),
        ]}
      />
      <ButtonPair className="mt-5">
        <Button size={44} data-focus onClick={() => work.confirm(false)}>
          {t('contract:cancel')}
        </Button>
        {/* A held Enter presses a button many times a second: that is one wish, not two. */}
        <Button size={44} look={side} onKeyDown={(event) => event.repeat && event.preventDefault()} onClick={() => work.confirm(true)}>
          {t('contract:confirm.send')}
        </Button>
      </ButtonPair>
    </Dialog>
  )
}

/** Asks once about a limit far through the market: how far, from what, and what that means. The way back has the focus. */
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { formatSteps } from '@agio/wire/steps.ts'
import { formatNumber, inPercent } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { Button, ButtonPair } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { presentQuestion } from './ask-store.ts'

export function ThroughDialog({ question }: { readonly question: NonNullable<ReturnType<typeof presentQuestion>> }) {
  const t = useT()
  const { through, deed, pair, answer } = question
  const price = (ticks: number): string =>
    `\u2066${formatNumber(formatSteps(ticks, pair.priceScale), { scale: pair.priceScale })} ${pair.quote}\u2069`
  const percent = inPercent(formatNumber(formatDecimal(BigInt(through.percentE1), 1), { scale: 1 }))
  return (
    <Dialog title={t('terminal:through.title')} onClose={() => answer(false)} sheet>
      <div className="flex flex-col gap-5" data-through={through.percentE1}>
        <p className="text-base">
          {t(`terminal:through.${through.side}.${through.of}`, { price: price(through.price), percent, from: price(through.from) })}
        </p>
        <ButtonPair>
          <Button size={44} data-focus onClick={() => answer(false)}>
            {t('terminal:through.back')}
          </Button>
          <Button
            size={44}
            look={through.side}
            // A held Enter presses a button many times a second: that is one wish, not two.
            onKeyDown={(event) => event.repeat && event.preventDefault()}
            onClick={() => answer(true)}
            data-go-on
          >
            {t(`terminal:through.${deed}`)}
          </Button>
        </ButtonPair>
      </div>
    </Dialog>
  )
}

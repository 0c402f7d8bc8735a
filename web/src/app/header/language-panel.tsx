/** Two lists of at most 300 px, each with its own scrolling. */
import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { switchLanguage, useLanguages } from '../../data/shell/languages.ts'
import { useWireLocale } from '../../data/shell/menus.ts'
import { chooseRate, useRate, useRates } from '../../data/shell/rates.ts'
import { formatFiat, formatTimeUtc } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { intlTag, localeTag } from '../../i18n/locale.ts'
import { Icon } from '../../ui/icons.tsx'

interface Choice {
  readonly key: string
  readonly content: ReactNode
  readonly chosen: boolean
  readonly onChoose: () => void
}

function ChoiceList({
  title,
  choices,
  notice,
}: {
  readonly title: string
  readonly choices: readonly Choice[]
  readonly notice: string | undefined
}) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="min-w-0 flex-1">
      <h2 id={titleId} className="px-5 py-3 text-dense font-semibold">
        {title}
      </h2>
      {notice !== undefined && <p className="px-5 pb-4 text-dense text-muted">{notice}</p>}
      {choices.length > 0 && (
        <ul className="max-h-75 overflow-y-auto" data-list={title}>
          {choices.map((choice) => (
            <li key={choice.key}>
              <button
                type="button"
                aria-pressed={choice.chosen}
                onClick={choice.onChoose}
                className={`flex h-9 w-full items-center gap-2 px-5 text-start text-base -outline-offset-2 hover:bg-hover pointer-coarse:h-11 ${choice.chosen ? 'bg-press font-semibold' : ''}`}
              >
                <span className="min-w-0 flex-1 truncate">{choice.content}</span>
                {choice.chosen && <Icon as={Check} size={16} className="text-theme-text" />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The name of a currency in the language of the page; empty for a code that Intl does not know. */
function currencyName(code: string, locale: string): string {
  try {
    const name = new Intl.DisplayNames(intlTag(locale), { type: 'currency' }).of(code)
    return name === undefined || name === code ? '' : name
  } catch {
    return ''
  }
}

export function LanguagePanel({ onChosen }: { readonly onChosen: () => void }) {
  const t = useT()
  const locale = useWireLocale()
  const { pending: languagesPending, languages } = useLanguages()
  const { pending: ratesPending, rates, at } = useRates()
  const rate = useRate()
  return (
    <div>
      <div className="flex divide-x divide-line max-sm:flex-col max-sm:divide-x-0">
        <ChoiceList
          title={t('shell:language.name')}
          notice={languagesPending ? t('ui:loading') : languages.length === 0 ? t('shell:language.none') : undefined}
          choices={languages.map((language) => ({
            key: language.locale,
            content: <bdi lang={localeTag(language.locale)}>{language.label}</bdi>,
            chosen: language.locale === locale,
            onChoose: () => switchLanguage(language.locale),
          }))}
        />
        <ChoiceList
          title={t('shell:rate.name')}
          notice={ratesPending ? t('ui:loading') : rates.length === 0 ? t('shell:rate.none') : undefined}
          choices={rates.map((one) => ({
            key: one.rateId,
            content: (
              <>
                <bdi className="inline-block min-w-7.5 pe-2 text-muted">{one.symbol}</bdi>
                <span className="font-semibold">{one.shortName}</span>{' '}
                <span className="text-small font-normal text-muted">{currencyName(one.shortName, locale)}</span>
              </>
            ),
            chosen: one.shortName === rate?.shortName,
            onChoose: () => {
              chooseRate(one.shortName)
              onChosen()
            },
          }))}
        />
      </div>
      {rate !== undefined && (
        <p className="flex justify-between gap-4 border-t border-line bg-field px-5 py-2.5 text-small text-muted">
          <bdi dir="ltr" className="num">
            {`1 USDT = ${formatFiat(rate.rate, rate.symbol)}`}
          </bdi>
          {at > 0 && <span>{t('shell:rate.at', { time: formatTimeUtc(at) })}</span>}
        </p>
      )}
    </div>
  )
}

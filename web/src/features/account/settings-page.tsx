/** What the customer chooses: saved as it is changed, and the same on every device. */
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { Check, Lock } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  refreshAccount,
  saveUserCenter,
  saveUserConfig,
  type UserCenter,
  type UserConfig,
  useUserCenter,
  useUserConfig,
} from '../../data/account/account.ts'
import { applyTheme, type ColorMode, coloursOf, hotkeysOn, keepHotkeys, type Theme, themeOf } from '../../data/account/settings.ts'
import { serverNow } from '../../data/clock.ts'
import { failureText } from '../../data/deed.ts'
import { displayName } from '../../data/mask.ts'
import { switchLanguage, useLanguages } from '../../data/shell/languages.ts'
import { chooseRate, useRates } from '../../data/shell/rates.ts'
import { writeStored } from '../../data/storage.ts'
import { formatDate, formatNumber, formatTime, inPercent, isolated } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { wireLocale } from '../../i18n/locale.ts'
import { useChosenDay } from '../../theme/day-mode.ts'
import { chooseMarketColours } from '../../theme/market-colours.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented, Switch } from '../../ui/choice.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Arrow } from '../../ui/number-text.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Card, Row } from '../../user-centre/account-card.tsx'
import { AccountFrame } from '../../user-centre/account-frame.tsx'
import { DataCard } from './data-card.tsx'
import { MessagesCard } from './messages-card.tsx'
import { NicknameDialog } from './nickname-dialog.tsx'

/** Saves one change after the other, none is dropped; the newest time of a save, or why it failed. */
function useSave() {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const [refusal, setRefusal] = useState<string>()
  const [savedAt, setSavedAt] = useState<number>()
  const save = (work: () => Promise<unknown>): void => {
    last.current = last.current.then(work).then(
      () => {
        setSavedAt(serverNow())
        setRefusal(undefined)
      },
      (error: unknown) => {
        setRefusal(failureText('account', error))
        // What was chosen but not kept goes back to what the account has.
        refreshAccount()
      },
    )
  }
  return { refusal, savedAt, save }
}

export type Save = ReturnType<typeof useSave>['save']

export function SettingsPage() {
  const t = useT()
  const center = useUserCenter()
  const config = useUserConfig()
  const { refusal, savedAt, save } = useSave()
  const failed = center.error ?? config.error
  const retry = () => void Promise.all([center.refetch(), config.refetch()])
  return (
    <AccountFrame
      title={t('account:settings.title')}
      text={t('account:settings.text')}
      actions={
        <p
          role="status"
          className={`flex items-center gap-1.5 text-dense empty:hidden ${refusal === undefined ? 'text-up-text' : 'text-down-text'}`}
        >
          <span>{refusal}</span>
          {refusal === undefined && savedAt !== undefined && (
            <>
              <Icon as={Check} size={14} />
              <span>{t('account:settings.saved', { time: isolated(formatTime(savedAt, false)) })}</span>
            </>
          )}
        </p>
      }
    >
      {center.data !== undefined && config.data !== undefined ? (
        <div className="flex flex-col gap-4">
          <YouCard center={center.data} save={save} />
          <LookCard config={config.data} save={save} />
          <MessagesCard center={center.data} config={config.data} save={save} />
          <DataCard />
        </div>
      ) : (
        <div className="card">
          {failed === null ? (
            <SkeletonRows rows={6} height={72} />
          ) : (
            <ErrorPanel title={t('account:settings.failed')} error={failed} onRetry={retry} />
          )}
        </div>
      )}
    </AccountFrame>
  )
}

function YouCard({ center, save }: { readonly center: UserCenter; readonly save: Save }) {
  const t = useT()
  const [renaming, setRenaming] = useState(false)
  const { languages } = useLanguages()
  const { rates } = useRates()
  const next = center.nicknameNextTime
  const changeLanguage = (lang: string) =>
    save(async () => {
      await saveUserCenter({ lang })
      switchLanguage(lang)
    })
  const changeCurrency = (currency: string) =>
    save(async () => {
      chooseRate(currency)
      await saveUserCenter({ currency })
    })
  return (
    <Card title={t('account:settings.you')}>
      <Row
        title={t('account:nickname')}
        text={
          <>
            <bdi>{displayName(center.user)}</bdi>
            {next !== null && <span>{` · ${t('account:nickname.wait', { day: formatDate(next) })}`}</span>}
          </>
        }
      >
        {next === null ? (
          <Button size={28} onClick={() => setRenaming(true)}>
            {t('account:change')}
          </Button>
        ) : (
          <Icon as={Lock} size={16} className="text-muted" label={t('account:nickname.locked')} />
        )}
      </Row>
      <Row title={t('account:settings.language')} text={t('account:settings.languageText')}>
        <Select
          label={t('account:settings.language')}
          hideLabel
          value={wireLocale()}
          onChange={changeLanguage}
          options={languages.map(({ locale, label }) => ({ value: locale, label }))}
        />
      </Row>
      <Row title={t('account:settings.currency')} text={t('account:settings.currencyText')}>
        <Select
          label={t('account:settings.currency')}
          hideLabel
          value={center.currency}
          onChange={changeCurrency}
          options={rates.map(({ shortName, symbol }) => ({ value: shortName, label: `${shortName} ${symbol}` }))}
        />
      </Row>
      {center.feeCoin !== null && <FeeCoinRow coin={center.feeCoin} on={center.feeCoinSwitch === 1} save={save} />}
      {renaming && <NicknameDialog center={center} onClose={() => setRenaming(false)} />}
    </Card>
  )
}

/** `0.25` → `25%`. */
function shareText(fraction: string): string {
  const share = parseDecimal(fraction, 8)
  return typeof share === 'bigint' ? inPercent(formatNumber(formatDecimal(share, 6))) : '--'
}

interface FeeCoinProps {
  readonly coin: NonNullable<UserCenter['feeCoin']>
  readonly on: boolean
  readonly save: Save
}

function FeeCoinRow({ coin: { coinName: coin, discount }, on, save }: FeeCoinProps) {
  const t = useT()
  // Read at once: by the time the change is sent, the switch shows again what the account has.
  const change = (wanted: boolean) => save(() => saveUserCenter({ feeCoinSwitch: wanted ? 1 : 0 }))
  return (
    <Row title={t('account:settings.feeCoin', { coin })} text={t('account:settings.feeCoinText', { coin, discount: shareText(discount) })}>
      <Switch checked={on} onChange={(event) => change(event.target.checked)} aria-label={t('account:settings.feeCoin', { coin })} />
    </Row>
  )
}

const COLOURS: readonly { readonly value: ColorMode; readonly up: string; readonly down: string }[] = [
  { value: 'green-up', up: 'text-[var(--green)]', down: 'text-[var(--red)]' },
  { value: 'red-up', up: 'text-[var(--red)]', down: 'text-[var(--green)]' },
  { value: 'blue-up', up: 'text-[var(--blue)]', down: 'text-[var(--orange)]' },
]

const PRESETS = ['standard', 'focus', 'pro', 'left'] as const
type Preset = (typeof PRESETS)[number]

function presetOf(layout: UserConfig['layout']): Preset {
  const { terminal } = layout
  const stored = typeof terminal === 'object' && terminal !== null && 'preset' in terminal ? terminal.preset : undefined
  return PRESETS.find((preset) => preset === stored) ?? 'standard'
}

function LookCard({ config, save }: { readonly config: UserConfig; readonly save: Save }) {
  const t = useT()
  // What was chosen in this browser, perhaps by the button in the header, stands above what the account follows elsewhere.
  const chosen = useChosenDay()
  const changeTheme = (theme: Theme) =>
    save(async () => {
      applyTheme(theme)
      await saveUserConfig({ theme })
    })
  const changeColours = (colorMode: ColorMode) =>
    save(async () => {
      chooseMarketColours(coloursOf(colorMode))
      await saveUserConfig({ colorMode })
    })
  const changePreset = (preset: Preset) =>
    save(async () => {
      writeStored('terminalLayout', { preset })
      await saveUserConfig({ layout: { ...config.layout, terminal: { preset } } })
    })
  const changeKeys = (on: boolean) =>
    save(async () => {
      keepHotkeys(on)
      await saveUserConfig({ hotkeys: { ...config.hotkeys, all: on ? 'on' : 'off' } })
    })
  return (
    <Card title={t('account:settings.look')}>
      <Row title={t('account:settings.theme')} text={t('account:settings.themeText')}>
        <Segmented
          label={t('account:settings.theme')}
          value={chosen === undefined ? config.theme : themeOf(chosen)}
          onChange={changeTheme}
          options={(['system', 'day', 'night'] as const).map((value) => ({ value, label: t(`account:settings.theme.${value}`) }))}
        />
      </Row>
      <Row title={t('account:settings.colours')} text={t('account:settings.coloursText')}>
        <Segmented
          label={t('account:settings.colours')}
          value={config.colorMode}
          onChange={changeColours}
          options={COLOURS.map(({ value, up, down }) => ({
            value,
            label: (
              <span className="flex items-center gap-1.5 leading-4 md:whitespace-nowrap">
                <Arrow direction="up" className={up} />
                <Arrow direction="down" className={down} />
                <span>{t(`account:settings.colours.${value}`)}</span>
              </span>
            ),
          }))}
        />
      </Row>
      <Row title={t('account:settings.layout')} text={t('account:settings.layoutText')}>
        <Select
          label={t('account:settings.layout')}
          hideLabel
          value={presetOf(config.layout)}
          onChange={changePreset}
          options={PRESETS.map((value) => ({ value, label: t(`account:settings.layout.${value}`) }))}
        />
      </Row>
      <Row title={t('account:settings.keys')} text={t('account:settings.keysText')}>
        <Switch
          checked={hotkeysOn(config.hotkeys)}
          onChange={(event) => changeKeys(event.target.checked)}
          aria-label={t('account:settings.keys')}
        />
      </Row>
    </Card>
  )
}

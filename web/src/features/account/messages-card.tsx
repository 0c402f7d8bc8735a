/** Which messages go where. Those about the safety of the account always come by e-mail. */
import { Lock } from 'lucide-react'
import { type NotifyChannels, saveUserCenter, saveUserConfig, type UserCenter, type UserConfig } from '../../data/account/account.ts'
import { askForNotices } from '../../data/inform/browser-notice.ts'
import { useT } from '../../i18n/i18n.ts'
import { Switch } from '../../ui/choice.tsx'
import { Icon } from '../../ui/icons.tsx'
import { toast } from '../../ui/toast-store.ts'
import { Card } from '../../user-centre/account-card.tsx'
import type { Save } from './settings-page.tsx'

const KINDS = ['account', 'assets', 'transaction'] as const
const CHANNELS = ['inApp', 'email', 'push'] as const
type Kind = (typeof KINDS)[number]
type Channel = (typeof CHANNELS)[number]

interface MessagesCardProps {
  readonly center: UserCenter
  readonly config: UserConfig
  readonly save: Save
}

export function MessagesCard({ center, config, save }: MessagesCardProps) {
  const t = useT()
  const channels = config.notifyChannels
  const keep = (kind: Kind, channel: Channel, on: boolean) =>
    save(() => saveUserConfig({ notifyChannels: { [kind]: { [channel]: on ? 1 : 0 } } }))
  const turn = async (kind: Kind, channel: Channel, on: boolean) => {
    if (channel === 'push' && on) {
      const consent = await askForNotices()
      if (consent !== 'granted') {
        toast({ kind: 'error', title: t(`account:notify.${consent}`) })
        return
      }
    }
    keep(kind, channel, on)
  }
  const turnNews = (on: boolean) => save(() => saveUserCenter({ notify: { marketing: on ? 1 : 0 } }))
  return (
    <Card title={t('account:notify.title')} end={<span className="text-small text-muted">{t('account:notify.always')}</span>}>
      <table className="w-full border-collapse text-dense">
        <caption className="visually-hidden">{t('account:notify.title')}</caption>
        <thead>
          <tr className="border-b border-line text-small text-faint">
            <th scope="col" className="h-9 ps-5 text-start font-normal max-md:ps-4">
              {t('account:notify.kind')}
            </th>
            {CHANNELS.map((channel) => (
              <th
                key={channel}
                scope="col"
                className="w-24 pe-5 text-end font-normal max-md:w-16 max-md:pe-3 max-md:[overflow-wrap:anywhere]"
              >
                {t(`account:notify.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {KINDS.map((kind) => (
            <tr key={kind} className="h-12 border-b border-grid last:border-0">
              <KindHead name={t(`account:notify.${kind}`)} text={t(`account:notify.${kind}Text`)} />
              {CHANNELS.map((channel) => (
                <td key={channel} className="pe-5 text-end max-md:pe-3">
                  <ChannelSwitch kind={kind} channel={channel} channels={channels} onTurn={(...wish) => void turn(...wish)} />
                </td>
              ))}
            </tr>
          ))}
          <tr className="h-12">
            <KindHead name={t('account:notify.marketing')} text={t('account:notify.marketingText')} />
            <td colSpan={2} />
            <td className="pe-5 text-end max-md:pe-3">
              <Switch
                checked={center.notify.marketing === 1}
                onChange={(event) => turnNews(event.target.checked)}
                aria-label={t('account:notify.marketing')}
              />
            </td>
          </tr>
        </tbody>
      </table>
      <p className="border-t border-grid px-5 py-3 text-small text-muted max-md:px-4">{t('account:notify.pushText')}</p>
    </Card>
  )
}

function KindHead({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <th scope="row" className="py-2 ps-5 text-start font-normal [overflow-wrap:anywhere] max-md:ps-4">
      <span className="font-semibold">{name}</span> <span className="text-muted max-md:block max-md:text-small">{text}</span>
    </th>
  )
}

interface ChannelSwitchProps {
  readonly kind: Kind
  readonly channel: Channel
  readonly channels: NotifyChannels
  readonly onTurn: (kind: Kind, channel: Channel, on: boolean) => void
}

function ChannelSwitch({ kind, channel, channels, onTurn }: ChannelSwitchProps) {
  const t = useT()
  if (kind === 'account' && channel === 'email') {
    return (
      <span className="inline-flex items-center gap-1.5 text-small text-muted">
        <Icon as={Lock} size={14} />
        {t('account:notify.locked')}
      </span>
    )
  }
  return (
    <Switch
      checked={channels[kind][channel] === 1 && (channel !== 'push' || channels[kind].inApp === 1)}
      // The browser shows what the message centre holds.
      disabled={channel === 'push' && channels[kind].inApp === 0}
      onChange={(event) => onTurn(kind, channel, event.target.checked)}
      aria-label={`${t(`account:notify.${kind}`)}: ${t(`account:notify.${channel}`)}`}
    />
  )
}

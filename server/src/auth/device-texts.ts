/** Words of the message about a login from a device that the account never saw. */
import { DEFAULT_LANGUAGE } from '@agio/wire/headers.ts'

interface DeviceText {
  readonly subject: string
  readonly text: string
  /** Of a device whose report names nothing that is known. */
  readonly unknownDevice: string
  readonly unknownPlace: string
}

const TEXTS: Readonly<Record<string, DeviceText>> = {
  en_US: {
    subject: '{tenant}: {code} confirms a login from a new device',
    text: `Somebody with your password wants to log in to {tenant} from a device that your account has not seen before.

Place: {place} (address {ip})
Device: {device}
Time: {time}

If it is you, enter this code: {code}. It is valid for 10 minutes and for one use. Nobody from {tenant} will ever ask you for it.

If it was not you, freeze your account at once: {link}
The link works once, for 24 hours. It ends every session, cancels open orders and blocks withdrawals until support lifts it.`,
    unknownDevice: 'an unknown device',
    unknownPlace: 'unknown',
  },
  zh_CN: {
    subject: '{tenant}：{code} 用于确认新设备登录',
    text: `有人使用您的密码，在您的账户从未用过的设备上登录 {tenant}。

地点：{place}（地址 {ip}）
设备：{device}
时间：{time}

如果是您本人，请输入验证码：{code}。10 分钟内有效，仅可使用一次。{tenant} 的工作人员绝不会向您索取验证码。

如果不是您本人，请立即冻结账户：{link}
该链接在 24 小时内有效，仅可使用一次。它会结束所有会话、撤销未成交委托并禁止提现，直到客服解除冻结。`,
    unknownDevice: '未知设备',
    unknownPlace: '未知',
  },
  ar_SA: {
    subject: '{tenant}: الرمز {code} لتأكيد الدخول من جهاز جديد',
    text: `يريد شخص يعرف كلمة مرورك تسجيل الدخول إلى {tenant} من جهاز لم يستخدمه حسابك من قبل.

المكان: {place} (العنوان {ip})
الجهاز: {device}
الوقت: {time}

إذا كنت أنت، فأدخل هذا الرمز: {code}. وهو صالح لمدة 10 دقائق ولاستخدام واحد. لن يطلبه منك أي شخص من {tenant} أبدًا.

إذا لم تكن أنت، فجمّد حسابك فورًا: {link}
يعمل الرابط مرة واحدة خلال 24 ساعة. ينهي كل الجلسات ويلغي الأوامر المفتوحة ويوقف السحب إلى أن يرفع الدعم التجميد.`,
    unknownDevice: 'جهاز غير معروف',
    unknownPlace: 'غير معروف',
  },
}

export interface DeviceMailValues {
  readonly tenant: string
  readonly code: string
  /** '' = unknown. */
  readonly place: string
  readonly ip: string
  /** '' = unknown. */
  readonly device: string
  /** ms */
  readonly at: number
  readonly link: string
}

export function newDeviceMail(lang: string, values: DeviceMailValues): { readonly subject: string; readonly text: string } {
  const words = TEXTS[lang] ?? TEXTS[DEFAULT_LANGUAGE]
  if (words === undefined) throw new Error('device texts: no default language')
  const filled: Readonly<Record<string, string>> = {
    tenant: values.tenant,
    code: values.code,
    place: values.place === '' ? words.unknownPlace : values.place,
    ip: values.ip,
    device: values.device === '' ? words.unknownDevice : values.device,
    time: `${new Date(values.at).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    link: values.link,
  }
  const put = (template: string): string => template.replace(/\{(\w+)\}/g, (_, name: string) => filled[name] ?? '')
  return { subject: put(words.subject), text: put(words.text) }
}

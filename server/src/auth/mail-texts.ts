/** Words of the messages that carry codes. */
import { DEFAULT_LANGUAGE } from '@agio/wire/headers.ts'

interface MailText {
  readonly subject: string
  readonly text: string
}

interface Texts {
  readonly code: MailText
  readonly notice: MailText
}

const TEXTS: Readonly<Record<string, Texts>> = {
  en_US: {
    code: {
      subject: '{tenant}: your code is {code}',
      text: 'Your code is {code}. It is valid for 10 minutes and for one use. Nobody from {tenant} will ever ask you for it.',
    },
    notice: {
      subject: '{tenant}: you already have an account',
      text: 'Somebody tried to register with this address. You already have an account: log in with it. If it was not you, there is nothing to do.',
    },
  },
  zh_CN: {
    code: {
      subject: '{tenant}：您的验证码是 {code}',
      text: '您的验证码是 {code}，10 分钟内有效，仅可使用一次。{tenant} 的工作人员绝不会向您索取验证码。',
    },
    notice: {
      subject: '{tenant}：您已有账户',
      text: '有人尝试用此地址注册。您已有账户，请直接登录。如果不是您本人操作，无需理会。',
    },
  },
  ar_SA: {
    code: {
      subject: '{tenant}: رمزك هو {code}',
      text: 'رمزك هو {code}، وهو صالح لمدة 10 دقائق ولاستخدام واحد. لن يطلبه منك أي شخص من {tenant} أبدًا.',
    },
    notice: {
      subject: '{tenant}: لديك حساب بالفعل',
      text: 'حاول شخص ما التسجيل بهذا العنوان. لديك حساب بالفعل، فسجّل الدخول به. إذا لم تكن أنت، فلا يلزمك فعل شيء.',
    },
  },
}

function texts(lang: string): Texts {
  const found = TEXTS[lang] ?? TEXTS[DEFAULT_LANGUAGE]
  if (found === undefined) throw new Error('mail texts: no default language')
  return found
}

const fill = ({ subject, text }: MailText, values: Readonly<Record<string, string>>): MailText => {
  const put = (template: string): string => template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  return { subject: put(subject), text: put(text) }
}

export const codeMail = (lang: string, tenant: string, code: string): MailText => fill(texts(lang).code, { tenant, code })
export const noticeMail = (lang: string, tenant: string): MailText => fill(texts(lang).notice, { tenant })

import { expect, it } from 'vitest'
import { wordsOf } from './clean-html.ts'
import { scoresOf, searchable } from './help-search.ts'
import { INFORM_LANGUAGES, informText, ownInformText } from './inform-texts.ts'
import { seededArticles } from './seed-inform.ts'

const IDS = seededArticles()

/** Articles of the first start that answer, best first. */
function found(sentence: string, language: string): string[] {
  const articles = IDS.map((id) => {
    const text = (part: string): string => informText(language, `help.${id}.${part}`) ?? ''
    const names = [ownInformText(language, `help.${id}.words`) ?? '', ownInformText('en_US', `help.${id}.words`) ?? '']
    return searchable(text('title'), names, text('summary'), wordsOf(text('content')))
  })
  const scores = scoresOf(articles, sentence, language)
  return IDS.map((id, at) => ({ id, score: scores[at] ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ id }) => id)
}

it('NOTE-013 [part] the help is found by sentences, endings and the names that other exchanges use', () => {
  const asked: readonly (readonly [sentence: string, best: string])[] = [
    ['margin call', 'liquidation'],
    ['liq. price?', 'liquidation'],
    ['I was liquidated, where is my money', 'liquidation'],
    ['why was my position closed without me', 'liquidation'],
    ['ADL', 'deleveraging'],
    ['auto-deleverage', 'deleveraging'],
    ['cash out', 'withdrawals'],
    ['How do I get my money out?', 'withdrawals'],
    ["can't withdraw", 'withdrawals'],
    ['my withdrawal is under review since yesterday, what can I do', 'withdrawals'],
    ['why can’t I take my profit out', 'margin'],
    ['who pays the funding rate', 'funding'],
    ['what does 125x mean', 'contract-basics'],
    ['what is one contract', 'contract-basics'],
    ['someone hacked my account', 'account-taken'],
    ['I lost my phone', 'two-factor'],
    ['deposit not arrived', 'deposits'],
    ['trading fees', 'trading-fees'],
    ['how is interest calculated', 'interest'],
  ]
  expect(asked.map(([sentence]) => [sentence, found(sentence, 'en_US')[0]])).toEqual(asked)
  for (const nothing of ['zzzz', '', '…', 'zzzz qqqq']) expect(found(nothing, 'en_US'), nothing).toEqual([])
})

it('NOTE-013 I18N-008 [part] each language has its own names for margin calls, deleveraging and cashing out, and questions in it are answered', () => {
  const asked: Readonly<Record<string, readonly (readonly [sentence: string, best: string])[]>> = {
    zh_CN: [
      ['爆仓', 'liquidation'],
      ['怎么提现？', 'withdrawals'],
      ['如何把钱取出来', 'withdrawals'],
      ['自动减仓', 'deleveraging'],
      ['资金费率怎么算', 'funding'],
    ],
    zh_TW: [
      ['爆倉', 'liquidation'],
      ['怎麼提領？', 'withdrawals'],
      ['把錢取出來', 'withdrawals'],
      ['自動減倉', 'deleveraging'],
      ['資金費率', 'funding'],
    ],
    ja_JP: [
      ['ロスカット', 'liquidation'],
      ['お金を引き出したい', 'withdrawals'],
      ['追証', 'liquidation'],
      ['デレバレッジ', 'deleveraging'],
      ['資金調達率はいつ', 'funding'],
    ],
    ko_KR: [
      ['마진콜', 'liquidation'],
      ['출금이 안돼요', 'withdrawals'],
      ['돈을 빼고 싶어요', 'withdrawals'],
      ['디레버리징', 'deleveraging'],
      ['펀딩비는 언제', 'funding'],
    ],
    es_ES: [
      ['llamada de margen', 'liquidation'],
      ['cómo saco mi dinero', 'withdrawals'],
      ['desapalancamiento', 'deleveraging'],
      ['quién paga la financiación', 'funding'],
    ],
    pt_BR: [
      ['chamada de margem', 'liquidation'],
      ['como tirar meu dinheiro', 'withdrawals'],
      ['desalavancagem', 'deleveraging'],
      ['quem paga o financiamento', 'funding'],
    ],
    tr_TR: [
      ['marj cagrisi', 'liquidation'],
      ['paramı nasıl çekerim', 'withdrawals'],
      ['kaldıraç azaltma', 'deleveraging'],
      ['fonlama ne zaman', 'funding'],
    ],
    ru_RU: [
      ['маржин-колл', 'liquidation'],
      ['как вывести деньги', 'withdrawals'],
      ['авторазгрузка', 'deleveraging'],
      ['кто платит фандинг', 'funding'],
    ],
    ar_SA: [
      ['نداء الهامش', 'liquidation'],
      ['كيف أسحب أموالي', 'withdrawals'],
      ['خفض الرافعة التلقائي', 'deleveraging'],
      ['متى يدفع التمويل', 'funding'],
    ],
    fa_IR: [
      ['کال مارجین', 'liquidation'],
      ['چطور پولم را بردارم', 'withdrawals'],
      ['کاهش خودکار اهرم', 'deleveraging'],
      ['فاندینگ کی است', 'funding'],
    ],
    he_IL: [
      ['מרגין קול', 'liquidation'],
      ['איך מושכים כסף', 'withdrawals'],
      ['הפחתת מינוף', 'deleveraging'],
      ['מתי המימון', 'funding'],
    ],
  }
  expect(['en_US', ...Object.keys(asked)].sort()).toEqual([...INFORM_LANGUAGES].sort())
  for (const [language, questions] of Object.entries(asked)) {
    expect(
      questions.map(([sentence]) => [sentence, found(sentence, language)[0]]),
      language,
    ).toEqual(questions)
    // Traders of every language use these.
    expect([found('ADL', language)[0], found('margin call', language)[0], found('cash out', language)[0]], language).toEqual([
      'deleveraging',
      'liquidation',
      'withdrawals',
    ])
  }
})

it('SEC-008 [part] no sentence, however odd, keeps the search busy', () => {
  const odd = [
    '\ufdfa'.repeat(120),
    'a'.repeat(120),
    'liquidationfundingwithdrawals'.repeat(4),
    '清算価格資金調達率'.repeat(13),
    'ab '.repeat(40),
    '\u{1f468}\u200d'.repeat(40),
  ]
  found('warm', 'en_US')
  for (const sentence of odd) {
    const started = performance.now()
    for (const language of ['en_US', 'ja_JP', 'ar_SA']) expect(found(sentence, language).length).toBeLessThanOrEqual(IDS.length)
    // The making of what is searched counts here, too; the server keeps that.
    expect(performance.now() - started, sentence.slice(0, 10)).toBeLessThan(1_000)
  }
})

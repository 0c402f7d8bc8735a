/** Articles of the help centre to which pages lead. The seeded help has each of them in every language. */
export type HelpArticle = 'contract-basics' | 'margin' | 'liquidation' | 'deleveraging' | 'funding' | 'deposits' | 'withdrawals'

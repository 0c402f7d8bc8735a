/** The panels that a phone shows one at a time. */
export const PHONE_TABS = ['chart', 'book', 'trades', 'info'] as const
export type PhoneTab = (typeof PHONE_TABS)[number]

/** A key by which the server knows a request again, however often it is sent: at most 36 characters of what the contract allows. */
export const clientKey = (purpose: 'web' | 'amend'): string => `${purpose}-${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`

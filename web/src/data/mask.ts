/** Accounts as they may be shown. The server sends them masked; these rules serve what was typed in this browser. */

/** `alexander@mail.com` → `al***er@mail.com`; a local part of up to 4 characters shows only its last two. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 0) return '***'
  const local = email.slice(0, at)
  const domain = email.slice(at)
  return local.length <= 4 ? `***${local.slice(-2)}${domain}` : `${local.slice(0, 2)}***${local.slice(-2)}${domain}`
}

/** `13812345678` → `138***678`; fewer than 7 digits show only the first two. */
export function maskPhone(phone: string): string {
  return phone.length < 7 ? `${phone.slice(0, 2)}***` : `${phone.slice(0, 3)}***${phone.slice(-3)}`
}

/** An account that may already be masked, or not. */
export function maskAccount(account: string): string {
  if (account.includes('*')) return account
  return account.includes('@') ? maskEmail(account) : maskPhone(account)
}

/** The chosen nickname, else `IMUSER-<id>`. */
export function displayName(user: { readonly nickname: string; readonly userId: string }): string {
  return user.nickname.trim() === '' ? `IMUSER-${user.userId}` : user.nickname
}

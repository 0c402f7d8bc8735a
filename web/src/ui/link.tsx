/**
 * A link inside the application. It reads nothing but the navigator: the router library's own link resolves and compares its address
 * whenever it is drawn, which was a tenth of what drawing a list of pairs costs.
 */
import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { useNavigator } from './navigation.tsx'

export interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href' | 'target'> {
  /** Path with search and hash, from the root: `/spotTrade?symbol=BTC_USDT`. */
  readonly to: string
}

/** Any other click (a new tab, a new window, saving) is the browser's. */
function opensHere(event: MouseEvent): boolean {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
}

export function Link({ to, onClick, ...rest }: LinkProps) {
  const navigator = useNavigator()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !opensHere(event)) return
    event.preventDefault()
    const { pathname, search, hash } = window.location
    // The same address again leaves no second entry in the history.
    if (to === pathname + search + hash) navigator.replace(to)
    else navigator.push(to)
  }
  return <a {...rest} href={to} onClick={follow} />
}

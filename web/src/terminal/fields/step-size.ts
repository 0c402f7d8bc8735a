/** How many steps an arrow key or button makes: Shift makes ten, Alt a hundred. */
export function stepSize(event: { readonly shiftKey: boolean; readonly altKey: boolean }): number {
  return event.altKey ? 100 : event.shiftKey ? 10 : 1
}

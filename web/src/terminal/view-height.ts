/** The height of the bar of a view without orders, for what fills the rest of the window. */
export const viewHeight = (viewBar: boolean): string => (viewBar ? '[--view:44px]' : '[--view:0px]')

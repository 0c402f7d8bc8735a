/** What a browser must be able to do for the walk, whatever protocol it speaks. Both protocols share the form of their input actions (W3C WebDriver). */

export type Action =
  | { readonly type: 'pointerMove'; readonly x: number; readonly y: number }
  | { readonly type: 'pointerDown' | 'pointerUp'; readonly button: 0 }
  | { readonly type: 'keyDown' | 'keyUp'; readonly value: string }
  | { readonly type: 'pause'; readonly duration: number }

/** One device and what it does, one after the other. */
export interface InputSource {
  readonly type: 'pointer' | 'key'
  readonly id: string
  readonly parameters?: { readonly pointerType: 'mouse' }
  readonly actions: readonly Action[]
}

/** One tab of a fresh profile. */
export interface RawTab {
  /** Resolves when the document has loaded. */
  navigate(url: string): Promise<void>
  /** Calls a function given as source with one text; answers the text that it, or its promise, comes to. */
  call(source: string, text: string): Promise<string>
  perform(sources: readonly InputSource[]): Promise<void>
  /** The window as it stands, as PNG. */
  picture(): Promise<Buffer>
  /** Inner size in CSS px; the height may come out some px lower where the browser keeps a bar. */
  resize(width: number, height: number): Promise<void>
  close(): Promise<void>
}

export interface EngineBrowser {
  readonly name: string
  open(): Promise<RawTab>
  stop(): Promise<void>
}

/** The walk gives up on a browser that answers nothing for so long. */
export const ANSWER_WITHIN_MS = 60_000

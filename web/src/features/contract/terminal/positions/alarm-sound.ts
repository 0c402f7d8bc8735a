/** The sound of an alarm, for those who want one: two short tones, made here, so that nothing has to be fetched when it matters. */
import { useSyncExternalStore } from 'react'
import { onStored, readStored, writeStored } from '../../../../data/storage.ts'

const TONES = [880, 660] as const
const TONE_S = 0.18
const LOUDNESS = 0.2

let audio: AudioContext | undefined

const isOn = (): boolean => readStored('alarmSound') === true

export const useAlarmSound = (): boolean =>
  useSyncExternalStore(
    (listener) => onStored('alarmSound', listener),
    isOn,
    () => false,
  )

/** Switching it on is the press of a button, which is when browsers let a page be heard; it is heard at once. */
export function switchAlarmSound(on: boolean): void {
  writeStored('alarmSound', on ? true : undefined)
  if (on) soundAlarm()
}

/** Nothing, where it was not chosen or the browser keeps the page quiet. */
export function soundAlarm(): void {
  if (!isOn() || typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  const { destination, currentTime } = audio
  const gain = audio.createGain()
  gain.gain.value = LOUDNESS
  gain.connect(destination)
  for (const [index, frequency] of TONES.entries()) {
    const tone = audio.createOscillator()
    tone.frequency.value = frequency
    tone.connect(gain)
    tone.start(currentTime + index * TONE_S)
    tone.stop(currentTime + (index + 1) * TONE_S)
  }
  void audio.resume().catch(() => undefined)
}

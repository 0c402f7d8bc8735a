/** The camera as long as the view that asked for it is there; its light goes out with the view. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { lookAt, type Quality } from './picture-quality.ts'

export type CameraState = 'starting' | 'on' | 'refused' | 'none'

export interface Camera {
  readonly video: RefObject<HTMLVideoElement | null>
  readonly state: CameraState
  /** What the current picture looks like; undefined before the first look. */
  readonly quality: Quality | undefined
  flip(): void
  /** The current picture. */
  take(): Promise<Blob | undefined>
}

const LOOK_EVERY_MS = 700

const stateOf = (error: unknown): CameraState => (error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'none')

/** @param facing which way the camera looks first */
export function useCamera(facing: 'environment' | 'user'): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const [side, setSide] = useState(facing)
  const [state, setState] = useState<CameraState>('starting')
  const [quality, setQuality] = useState<Quality>()
  useEffect(() => {
    let stream: MediaStream | undefined
    let left = false
    const start = async (): Promise<void> => {
      if (navigator.mediaDevices === undefined) throw new Error('no cameras here')
      const wanted = { facingMode: side, width: { ideal: 1920 }, height: { ideal: 1440 } }
      stream = await navigator.mediaDevices.getUserMedia({ video: wanted })
      const element = video.current
      if (left || element === null) {
        for (const track of stream.getTracks()) track.stop()
        return
      }
      element.srcObject = stream
      await element.play()
      setState('on')
    }
    start().catch((error: unknown) => {
      if (!left) setState(stateOf(error))
    })
    return () => {
      left = true
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
  }, [side])
  useEffect(() => {
    if (state !== 'on') return
    const timer = setInterval(() => {
      const element = video.current
      if (element !== null) setQuality(lookAt(element, element.videoWidth, element.videoHeight))
    }, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [state])
  const take = async (): Promise<Blob | undefined> => {
    const element = video.current
    if (element === null || element.videoWidth === 0) return undefined
    const canvas = document.createElement('canvas')
    canvas.width = element.videoWidth
    canvas.height = element.videoHeight
    canvas.getContext('2d')?.drawImage(element, 0, 0)
    return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', 0.92))
  }
  return { video, state, quality, flip: () => setSide(side === 'user' ? 'environment' : 'user'), take }
}

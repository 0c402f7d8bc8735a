/** What invented exchanges say on the socket, held to the contract. */
import type { ChangePush, ChannelName, KindOf, SnapshotPush } from '../../wire/src/socket/channels.ts'
import type { Answer } from '../../wire/src/socket/socket.ts'
import { checkFrame } from '../../wire/src/testing/read-frame.ts'

function text(frame: object): string {
  checkFrame(frame)
  return JSON.stringify(frame)
}

export const answerText = (answer: Answer): string => text(answer)

export function pushText<Name extends ChannelName>(ch: Name, push: SnapshotPush<KindOf<Name>> | ChangePush<KindOf<Name>>): string {
  return text({ ch, ...push })
}

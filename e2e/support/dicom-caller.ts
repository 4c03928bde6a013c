import { once } from 'node:events'
import { connect } from 'node:net'

const item = (type: number, body: Uint8Array) => {
  const head = Buffer.from([type, 0, 0, 0])
  head.writeUInt16BE(body.length, 2)
  return Buffer.concat([head, body])
}
const text = (value: string) => Buffer.from(value, 'latin1')

/** An A-ASSOCIATE-RQ for one SOP class (PS3.8 9.3.2). */
function encodeRequest(called: string, calling: string, sopClass: string): Buffer {
  const context = Buffer.concat([
    Buffer.from([1, 0, 0, 0]),
    item(0x30, text(sopClass)),
    item(0x40, text('1.2.840.10008.1.2')),
  ])
  const user = Buffer.concat([item(0x51, Buffer.from([0, 0, 64, 0])), item(0x52, text('1.2.3'))])
  const body = Buffer.concat([
    Buffer.from([0, 1, 0, 0]),
    text(called.padEnd(16)),
    text(calling.padEnd(16)),
    Buffer.alloc(32),
    item(0x10, text('1.2.840.10008.3.1.1.1')),
    item(0x20, context),
    item(0x50, user),
  ])
  const head = Buffer.from([1, 0, 0, 0, 0, 0])
  head.writeUInt32BE(body.length, 2)
  return Buffer.concat([head, body])
}

interface Call {
  readonly port: number
  readonly called: string
  readonly calling: string
  readonly sopClass: string
}

/** Calls the server as a DICOM device does, and returns whether it was accepted. */
export async function callByDicom({ port, called, calling, sopClass }: Call): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    socket.write(encodeRequest(called, calling, sopClass))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    return answer[0] === 2
  } finally {
    socket.destroy()
  }
}

import { type OpenDocument, type Rotation, rotated } from '#documents/attachments/viewer/sheet.ts'

/** Opens a JPEG or PNG in the orientation recorded by the camera. Rejects if the browser can't decode it. */
export async function openPicture(content: Blob): Promise<OpenDocument> {
  // Decodes the image from its bytes, because an image element would need a URL that the page's security policy
  // forbids. Colors are used as stored, as in case files: a color profile can make two shades equal.
  const picture = await createImageBitmap(content, { imageOrientation: 'from-image', colorSpaceConversion: 'none' })
  const size = { width: picture.width, height: picture.height }
  const sheet = {
    ...size,
    number: 1,
    draw: async (canvas: HTMLCanvasElement, scale: number, rotation: Rotation) =>
      drawPicture(picture, canvas, scale, rotation),
    text: async () => '',
  }
  return { sheets: [sheet], close: () => picture.close() }
}

function drawPicture(picture: ImageBitmap, canvas: HTMLCanvasElement, scale: number, rotation: Rotation) {
  const { width, height } = rotated(picture, rotation)
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('Not enough memory for the canvas')
  // Draws on a white background. Otherwise, transparent parts would show the theme's color, and white letters would be
  // visible only in the dark theme.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate((rotation * Math.PI) / 180)
  context.scale(scale, scale)
  context.drawImage(picture, -picture.width / 2, -picture.height / 2)
}

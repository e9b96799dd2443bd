/** What of libheif is used here; its package has no types for this name. */
declare module 'libheif-js/wasm-bundle.js' {
  interface Failure {
    code: object
    message: string
  }
  interface Plane {
    width: number
    height: number
    /** Bytes from one row to the next. */
    stride: number
    /** In the decoder's own memory. */
    data: Uint8Array
  }
  type Context = object & { readonly context: unique symbol }
  type Handle = { code?: undefined; readonly handle: unique symbol }

  const libheif: {
    heif_error_code: { heif_error_Ok: object }
    heif_colorspace: { heif_colorspace_RGB: object }
    heif_chroma: { heif_chroma_interleaved_RGB: object; heif_chroma_interleaved_RGBA: object }
    heif_context_alloc(): Context
    heif_context_read_from_memory(context: Context, file: Uint8Array): Failure
    heif_js_context_get_primary_image_handle(context: Context): Handle | Failure
    heif_image_handle_get_width(image: Handle): number
    heif_image_handle_get_height(image: Handle): number
    heif_image_handle_has_alpha_channel(image: Handle): number
    heif_js_decode_image2(
      image: Handle,
      colours: object,
      chroma: object,
    ): { code?: undefined; channels: Plane[] } | Failure
  }
  export default libheif
}

/** What documents belong to: a request, a payee, or the draft of a form, which may not be there yet. */
export type Owner = { readonly request: number } | { readonly payee: number } | { readonly draft: number | undefined }

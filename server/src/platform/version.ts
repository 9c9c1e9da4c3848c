/** The version of the product, as its packages bear it. */
export const version = '0.1.0'

/** Colours of the documentation's page where its own are too pale to be read. */
export const READABLE = `
.swagger-ui .info .title small.version-stamp { background: #4b6a00 }
.swagger-ui .info a, .swagger-ui .info .base-url { color: #215ca8 }
.swagger-ui .btn.authorize { color: #17703f }
.swagger-ui .btn.execute,
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #215ca8 }
.swagger-ui .json-schema-2020-12__constraint { background: #8a5a00 }
.swagger-ui .btn.cancel { color: #c22 }
.swagger-ui .download-contents { background: #4a4f61 }
.swagger-ui .json-schema-2020-12-expand-deep-button,
.swagger-ui .parameter__in, .swagger-ui .response-undocumented, .swagger-ui .model .property, .swagger-ui .header-example,
.swagger-ui .json-schema-2020-12__attribute--muted { color: #595959 }
`

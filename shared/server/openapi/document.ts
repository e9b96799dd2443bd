/** The OpenAPI 3.1 document, as far as the servers use it. */

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
export type Method = (typeof METHODS)[number]

export interface OpenApiDocument {
  openapi: '3.1.0'
  info: {
    title: string
    version: string
    description: string
    license?: { name: string; identifier: string }
  }
  servers: Server[]
  externalDocs?: { url: string; description: string }
  paths: Record<string, PathItem>
  webhooks?: Record<string, PathItem>
  components: { schemas: Record<string, object>; securitySchemes?: Record<string, SecurityScheme> }
}

/** Where the calls are made; an address without a host is relative to where the document lies. */
export interface Server {
  url: string
  description?: string
}

export type PathItem = { [Name in Method]?: OpenApiOperation }

export interface OpenApiOperation {
  tags: [string]
  operationId: string
  summary: string
  description?: string
  parameters?: OpenApiParameter[]
  requestBody?: { required: true; content: OpenApiContent }
  responses: Record<string, OpenApiResponse>
  /** Where other operations of the document are not. */
  servers?: readonly Server[]
  security?: Record<string, []>[]
}

export interface OpenApiParameter extends OpenApiHeader {
  name: string
  in: 'path' | 'query' | 'header'
}

export interface OpenApiHeader {
  required: boolean
  description?: string
  schema: Record<string, unknown>
}

export interface OpenApiResponse {
  description: string
  headers?: Record<string, OpenApiHeader>
  content?: OpenApiContent
}

type OpenApiContent = Record<string, { schema?: object; examples?: Examples }>

/** By name. */
export type Examples = Record<string, { summary: string; value: unknown }>

/** How a caller shows that it may call. */
export type SecurityScheme =
  | { type: 'apiKey'; in: 'header' | 'cookie'; name: string; description: string }
  | { type: 'http'; scheme: 'bearer'; description: string }

// Generated from app.yaml by `npm run generate`. Do not edit.

/** app.yaml as data. */
export const appDocument: unknown = {
  "openapi": "3.1.1",
  "info": {
    "title": "skiptrace web app",
    "version": "0.1.0",
    "summary": "What the browser app asks its own server",
    "description": "A session is a cookie, `__Host-skiptrace` for customers and `__Host-skiptrace-operator` for operators (HttpOnly, Secure,\nSameSite=Strict). A request with a cookie must carry the header `Skiptrace-App: 1`, which no page of another origin can\nsend. A customer's page says in `Skiptrace-Account: MODE:ACCOUNT_ID` whose it is: where the browser's session is another's by\nnow, the answer is 401 and nothing is done. With `Skiptrace-Price: CENTS` nothing is looked up, and no job is made, at another price of a match (400).\nBoth hold for openapi.yaml's operations with a session, too. An error is `{ error }`, a sentence for the person at the screen.\n",
    "license": {
      "name": "MIT",
      "identifier": "MIT"
    }
  },
  "servers": [
    {
      "url": "/"
    }
  ],
  "security": [
    {
      "customer": []
    }
  ],
  "tags": [
    {
      "name": "Sessions"
    },
    {
      "name": "Customer"
    },
    {
      "name": "Operator"
    }
  ],
  "paths": {
    "/app/api/settings": {
      "get": {
        "operationId": "getAppSettings",
        "tags": [
          "Sessions"
        ],
        "summary": "What this server offers",
        "x-skiptrace-role": "nobody",
        "security": [],
        "responses": {
          "200": {
            "description": "What the sign-in page and the help texts depend on.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AppSettings"
                }
              }
            }
          }
        }
      }
    },
    "/app/api/session": {
      "post": {
        "operationId": "signIn",
        "tags": [
          "Sessions"
        ],
        "summary": "Sign in as a customer",
        "description": "With an API key, which is not kept in the browser, or with the token of a sign-in link, which works once.",
        "x-skiptrace-role": "nobody",
        "security": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "oneOf": [
                  {
                    "type": "object",
                    "required": [
                      "apiKey"
                    ],
                    "additionalProperties": false,
                    "properties": {
                      "apiKey": {
                        "type": "string",
                        "maxLength": 200,
                        "x-skiptrace-secret": true
                      }
                    }
                  },
                  {
                    "type": "object",
                    "required": [
                      "token"
                    ],
                    "additionalProperties": false,
                    "properties": {
                      "token": {
                        "type": "string",
                        "maxLength": 200,
                        "x-skiptrace-secret": true
                      },
                      "attempt": {
                        "$ref": "#/components/schemas/SignInAttempt"
                      }
                    }
                  }
                ]
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Signed in; the session's cookie is set.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/CustomerSession"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      },
      "get": {
        "operationId": "getSession",
        "tags": [
          "Sessions"
        ],
        "summary": "Who is signed in",
        "x-skiptrace-role": "customer",
        "responses": {
          "200": {
            "description": "The session.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/CustomerSession"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      },
      "delete": {
        "operationId": "signOut",
        "tags": [
          "Sessions"
        ],
        "summary": "Sign out, here or everywhere",
        "description": "Everywhere means all sessions of the account, or of the test key where the session began with one.",
        "x-skiptrace-role": "customer",
        "parameters": [
          {
            "name": "everywhere",
            "in": "query",
            "schema": {
              "type": "boolean",
              "default": false
            }
          }
        ],
        "responses": {
          "204": {
            "description": "Signed out; the cookie is removed."
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/app/api/sign-in-links": {
      "post": {
        "operationId": "sendSignInLink",
        "tags": [
          "Sessions"
        ],
        "summary": "Have a sign-in link sent by email",
        "description": "Answers the same whether an account has this address or not.",
        "x-skiptrace-role": "nobody",
        "security": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "type": "object",
                "required": [
                  "email"
                ],
                "additionalProperties": false,
                "properties": {
                  "email": {
                    "type": "string",
                    "format": "email",
                    "maxLength": 254,
                    "x-skiptrace-personal-data": true
                  }
                }
              }
            }
          }
        },
        "responses": {
          "202": {
            "description": "If an account has this address a link is on its way; it works once and for 15 minutes."
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/app/api/sign-in-link": {
      "post": {
        "operationId": "readSignInLink",
        "tags": [
          "Sessions"
        ],
        "summary": "What a sign-in link of a customer is for",
        "description": "The link stays unused.",
        "x-skiptrace-role": "nobody",
        "security": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "type": "object",
                "required": [
                  "token"
                ],
                "additionalProperties": false,
                "properties": {
                  "token": {
                    "type": "string",
                    "maxLength": 200,
                    "x-skiptrace-secret": true
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Whom it signs in, and until when it works.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SignInLink"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/app/api/activity": {
      "get": {
        "operationId": "getActivity",
        "tags": [
          "Customer"
        ],
        "summary": "Spend and match rate, day by day",
        "description": "Of what was done live; a session that began with a test key is refused.",
        "x-skiptrace-role": "customer",
        "parameters": [
          {
            "name": "days",
            "in": "query",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 366,
              "default": 30
            }
          }
        ],
        "responses": {
          "200": {
            "description": "UTC days, oldest first, none left out.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "days",
                    "hasLookedUp"
                  ],
                  "properties": {
                    "hasLookedUp": {
                      "description": "Whether the account ever looked an address up, singly or in bulk; its jobs are listed elsewhere.",
                      "type": "boolean"
                    },
                    "days": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/ActivityDay"
                      }
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/app/api/transactions": {
      "get": {
        "operationId": "listTransactions",
        "tags": [
          "Customer"
        ],
        "summary": "The ledger, newest first",
        "description": "A session that began with a test key is refused.",
        "x-skiptrace-role": "customer",
        "parameters": [
          {
            "name": "type",
            "in": "query",
            "schema": {
              "$ref": "#/components/schemas/TransactionType"
            }
          },
          {
            "name": "from",
            "in": "query",
            "description": "A UTC day, inclusive.",
            "schema": {
              "type": "string",
              "format": "date"
            }
          },
          {
            "name": "to",
            "in": "query",
            "description": "A UTC day, inclusive.",
            "schema": {
              "type": "string",
              "format": "date"
            }
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "name": "limit",
            "in": "query",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 200,
              "default": 50
            }
          }
        ],
        "responses": {
          "200": {
            "description": "A page of records.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "transactions",
                    "fileNames",
                    "nextCursor"
                  ],
                  "properties": {
                    "transactions": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/Transaction"
                      }
                    },
                    "fileNames": {
                      "description": "Of the jobs that the records refer to, by the job's id.",
                      "type": "object",
                      "additionalProperties": {
                        "type": "string",
                        "x-skiptrace-personal-data": true
                      }
                    },
                    "nextCursor": {
                      "type": [
                        "string",
                        "null"
                      ]
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/app/api/transactions.csv": {
      "get": {
        "operationId": "downloadTransactions",
        "tags": [
          "Customer"
        ],
        "summary": "The ledger as a CSV file",
        "description": "Same filters and refusals as listTransactions, all pages. A link may ask for it, so it needs no Skiptrace-App header.",
        "x-skiptrace-role": "customer",
        "x-skiptrace-navigation": true,
        "parameters": [
          {
            "name": "type",
            "in": "query",
            "schema": {
              "$ref": "#/components/schemas/TransactionType"
            }
          },
          {
            "name": "from",
            "in": "query",
            "schema": {
              "type": "string",
              "format": "date"
            }
          },
          {
            "name": "to",
            "in": "query",
            "schema": {
              "type": "string",
              "format": "date"
            }
          },
          {
            "name": "account",
            "in": "query",
            "description": "Whose page has the link, as the header Skiptrace-Account says it for requests; refused for another session.",
            "schema": {
              "type": "string",
              "maxLength": 100
            }
          }
        ],
        "responses": {
          "200": {
            "description": "Oldest first; columns `date, type, amount, balance, reference, id`, amounts in dollars.",
            "content": {
              "text/csv": {
                "schema": {
                  "type": "string"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/app/api/keys": {
      "get": {
        "operationId": "listKeys",
        "tags": [
          "Customer"
        ],
        "summary": "API keys, newest first, revoked ones last",
        "description": "All in force and the newest 100 of the revoked ones. A session that began with a test key sees test keys only.",
        "x-skiptrace-role": "customer",
        "responses": {
          "200": {
            "description": "The keys, without the secret part.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "keys"
                  ],
                  "properties": {
                    "keys": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/Key"
                      }
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      },
      "post": {
        "operationId": "createKey",
        "tags": [
          "Customer"
        ],
        "summary": "Create an API key, once",
        "description": "The same Idempotency-Key again, before the key was used, gives it another secret; the first one is kept nowhere.",
        "x-skiptrace-role": "customer",
        "parameters": [
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "type": "object",
                "required": [
                  "label",
                  "mode"
                ],
                "additionalProperties": false,
                "properties": {
                  "label": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 100,
                    "pattern": "\\S",
                    "x-skiptrace-must": "not be empty"
                  },
                  "mode": {
                    "$ref": "#/components/schemas/Mode"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The key, shown this once.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/CreatedKey"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/app/api/keys/{keyId}": {
      "delete": {
        "operationId": "revokeKey",
        "tags": [
          "Customer"
        ],
        "summary": "Revoke an API key",
        "description": "Ends the sessions that were signed in with it as well, this one too if it was.",
        "x-skiptrace-role": "customer",
        "parameters": [
          {
            "name": "keyId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "204": {
            "description": "Revoked; revoking twice is the same."
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/app/api/jobs": {
      "get": {
        "operationId": "findJobs",
        "tags": [
          "Customer"
        ],
        "summary": "All jobs, newest first, filtered",
        "description": "openapi.yaml's listSkipTraceJobs answers the newest 50 and has no filter.",
        "x-skiptrace-role": "customer",
        "parameters": [
          {
            "name": "status",
            "in": "query",
            "schema": {
              "type": "array",
              "items": {
                "$ref": "#/components/schemas/JobStatus"
              }
            }
          },
          {
            "name": "search",
            "in": "query",
            "description": "Part of the file name, in any case.",
            "schema": {
              "type": "string",
              "maxLength": 100
            }
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "name": "limit",
            "in": "query",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 100,
              "default": 25
            }
          }
        ],
        "responses": {
          "200": {
            "description": "A page of jobs.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "jobs",
                    "nextCursor"
                  ],
                  "properties": {
                    "jobs": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/SkipTraceJob"
                      }
                    },
                    "nextCursor": {
                      "type": [
                        "string",
                        "null"
                      ]
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/app/api/jobs/{jobId}/file": {
      "get": {
        "operationId": "getJobFile",
        "tags": [
          "Customer"
        ],
        "summary": "How long a result can be downloaded, and which of its columns are the address",
        "x-skiptrace-role": "customer",
        "parameters": [
          {
            "name": "jobId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "Both null unless the job is completed and its file still there.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/JobFile"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/operator/api/sign-in-link": {
      "post": {
        "operationId": "readOperatorSignInLink",
        "tags": [
          "Sessions"
        ],
        "summary": "What a sign-in link of an operator is for",
        "description": "The link stays unused.",
        "x-skiptrace-role": "nobody",
        "security": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "type": "object",
                "required": [
                  "token"
                ],
                "additionalProperties": false,
                "properties": {
                  "token": {
                    "type": "string",
                    "maxLength": 200,
                    "x-skiptrace-secret": true
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Whom it signs in, and until when it works.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SignInLink"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/operator/api/session": {
      "post": {
        "operationId": "operatorSignIn",
        "tags": [
          "Sessions"
        ],
        "summary": "Sign in as an operator",
        "x-skiptrace-role": "nobody",
        "security": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "type": "object",
                "required": [
                  "token"
                ],
                "additionalProperties": false,
                "properties": {
                  "token": {
                    "type": "string",
                    "maxLength": 200,
                    "x-skiptrace-secret": true
                  },
                  "attempt": {
                    "$ref": "#/components/schemas/SignInAttempt"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Signed in; the session's cookie is set.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/OperatorSession"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      },
      "get": {
        "operationId": "getOperatorSession",
        "tags": [
          "Sessions"
        ],
        "summary": "Which operator is signed in",
        "x-skiptrace-role": "operator",
        "security": [
          {
            "operator": []
          }
        ],
        "responses": {
          "200": {
            "description": "The session.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/OperatorSession"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      },
      "delete": {
        "operationId": "operatorSignOut",
        "tags": [
          "Sessions"
        ],
        "summary": "Sign out, here or everywhere",
        "x-skiptrace-role": "operator",
        "security": [
          {
            "operator": []
          }
        ],
        "parameters": [
          {
            "name": "everywhere",
            "in": "query",
            "schema": {
              "type": "boolean",
              "default": false
            }
          }
        ],
        "responses": {
          "204": {
            "description": "Signed out; the cookie is removed."
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/operator/api/accounts": {
      "get": {
        "operationId": "findAccounts",
        "tags": [
          "Operator"
        ],
        "summary": "Accounts, newest first",
        "x-skiptrace-role": "operator",
        "security": [
          {
            "operator": []
          }
        ],
        "parameters": [
          {
            "name": "search",
            "in": "query",
            "description": "Part of the name or email, or the id.",
            "schema": {
              "type": "string",
              "maxLength": 100
            }
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "name": "limit",
            "in": "query",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 100,
              "default": 50
            }
          }
        ],
        "responses": {
          "200": {
            "description": "A page of accounts.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "accounts",
                    "nextCursor"
                  ],
                  "properties": {
                    "accounts": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/OperatorAccount"
                      }
                    },
                    "nextCursor": {
                      "type": [
                        "string",
                        "null"
                      ]
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      },
      "post": {
        "operationId": "createAccount",
        "tags": [
          "Operator"
        ],
        "summary": "Create an account with its first key, once",
        "description": "The same Idempotency-Key again answers the account of the first request, and gives its unused key another secret.",
        "x-skiptrace-role": "operator",
        "security": [
          {
            "operator": []
          }
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "type": "object",
                "required": [
                  "name",
                  "email",
                  "balanceCents"
                ],
                "additionalProperties": false,
                "properties": {
                  "name": {
                    "$ref": "#/components/schemas/AccountName"
                  },
                  "email": {
                    "$ref": "#/components/schemas/AccountEmail"
                  },
                  "balanceCents": {
                    "type": "integer",
                    "minimum": 0,
                    "maximum": 10000000000
                  },
                  "terms": {
                    "$ref": "#/components/schemas/TermsChange"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The account and its first key, shown this once.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "account",
                    "apiKey"
                  ],
                  "properties": {
                    "account": {
                      "$ref": "#/components/schemas/OperatorAccount"
                    },
                    "apiKey": {
                      "type": "string",
                      "x-skiptrace-secret": true
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/operator/api/accounts/{accountId}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/AccountId"
        }
      ],
      "get": {
        "operationId": "getOperatorAccount",
        "tags": [
          "Operator"
        ],
        "summary": "One account with its keys",
        "x-skiptrace-role": "operator",
        "security": [
          {
            "operator": []
          }
        ],
        "responses": {
          "200": {
            "description": "The account.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "account",
                    "keys",
                    "usedMissesToday"
                  ],
                  "properties": {
                    "account": {
                      "$ref": "#/components/schemas/OperatorAccount"
                    },
                    "keys": {
                      "description": "All in force and the newest 100 of the revoked ones.",
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/Key"
                      }
                    },
                    "usedMissesToday": {
                      "type": "integer"
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      },
      "patch": {
        "operationId": "changeAccount",
        "tags": [
          "Operator"
        ],
        "summary": "Suspend, activate, or change name, email, price and limits",
        "description": "With another email, the account's sessions and unused sign-in links end.",
        "x-skiptrace-role": "operator",
        "security": [
          {
            "operator": []
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "type": "object",
                "minProperties": 1,
                "additionalProperties": false,
                "properties": {
                  "status": {
                    "type": "string",
                    "enum": [
                      "active",
                      "suspended"
                    ]
                  },
                  "name": {
                    "$ref": "#/components/schemas/AccountName"
                  },
                  "email": {
                    "$ref": "#/components/schemas/AccountEmail"
                  },
                  "terms": {
                    "$ref": "#/components/schemas/TermsChange"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The account as it is now.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/OperatorAccount"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/operator/api/accounts/{accountId}/credits": {
      "parameters": [
        {
          "$ref": "#/components/parameters/AccountId"
        }
      ],
      "post": {
        "operationId": "addCredit",
        "tags": [
          "Operator"
        ],
        "summary": "Top up, or take back, once",
        "description": "The same Idempotency-Key again answers the first record and moves no money.",
        "x-skiptrace-role": "operator",
        "security": [
          {
            "operator": []
          }
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "type": "object",
                "required": [
                  "cents",
                  "note"
                ],
                "additionalProperties": false,
                "properties": {
                  "cents": {
                    "type": "integer",
                    "minimum": -10000000000,
                    "maximum": 10000000000
                  },
                  "note": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "maxLength": 200
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The ledger record.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Transaction"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/operator/api/accounts/{accountId}/transactions": {
      "parameters": [
        {
          "$ref": "#/components/parameters/AccountId"
        }
      ],
      "get": {
        "operationId": "listCustomerTransactions",
        "tags": [
          "Operator"
        ],
        "summary": "The ledger of an account, newest first",
        "x-skiptrace-role": "operator",
        "security": [
          {
            "operator": []
          }
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "name": "limit",
            "in": "query",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 200,
              "default": 50
            }
          }
        ],
        "responses": {
          "200": {
            "description": "A page of records, without the names of files.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "transactions",
                    "nextCursor"
                  ],
                  "properties": {
                    "transactions": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/Transaction"
                      }
                    },
                    "nextCursor": {
                      "type": [
                        "string",
                        "null"
                      ]
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/operator/api/accounts/{accountId}/sign-in-links": {
      "parameters": [
        {
          "$ref": "#/components/parameters/AccountId"
        }
      ],
      "post": {
        "operationId": "createCustomerSignInLink",
        "tags": [
          "Operator"
        ],
        "summary": "A sign-in link to hand to the customer",
        "x-skiptrace-role": "operator",
        "security": [
          {
            "operator": []
          }
        ],
        "responses": {
          "201": {
            "description": "The link, shown this once.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "url",
                    "expiresAt"
                  ],
                  "properties": {
                    "url": {
                      "type": "string",
                      "x-skiptrace-secret": true
                    },
                    "expiresAt": {
                      "type": "string",
                      "format": "date-time"
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/operator/api/accounts/{accountId}/keys/{keyId}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/AccountId"
        },
        {
          "name": "keyId",
          "in": "path",
          "required": true,
          "schema": {
            "type": "string"
          }
        }
      ],
      "delete": {
        "operationId": "revokeCustomerKey",
        "tags": [
          "Operator"
        ],
        "summary": "Revoke a customer's key",
        "x-skiptrace-role": "operator",
        "security": [
          {
            "operator": []
          }
        ],
        "responses": {
          "204": {
            "description": "Revoked."
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/operator/api/owners/sources": {
      "get": {
        "operationId": "listOwnerSources",
        "tags": [
          "Operator"
        ],
        "summary": "What each source of owners holds",
        "x-skiptrace-role": "operator",
        "security": [
          {
            "operator": []
          }
        ],
        "responses": {
          "200": {
            "description": "Totals, and the sources in the order in which they win.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/OwnerSources"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/operator/api/owners/sources/{source}": {
      "parameters": [
        {
          "name": "source",
          "in": "path",
          "required": true,
          "schema": {
            "type": "string",
            "maxLength": 200
          }
        }
      ],
      "patch": {
        "operationId": "setSource",
        "tags": [
          "Operator"
        ],
        "summary": "Set which source wins when several know a property, and what its phones without a type are",
        "description": "A large source is written again after the answer; OwnerSources tells that an import is loading.",
        "x-skiptrace-role": "operator",
        "security": [
          {
            "operator": []
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "type": "object",
                "minProperties": 1,
                "additionalProperties": false,
                "properties": {
                  "priority": {
                    "type": "integer",
                    "minimum": -1000000,
                    "maximum": 1000000
                  },
                  "phoneTypeDefault": {
                    "description": "Null leaves phones without a type out of answers.",
                    "type": [
                      "string",
                      "null"
                    ],
                    "enum": [
                      "mobile",
                      "landline",
                      null
                    ]
                  }
                }
              }
            }
          }
        },
        "responses": {
          "204": {
            "description": "Set."
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      },
      "delete": {
        "operationId": "deleteSource",
        "tags": [
          "Operator"
        ],
        "summary": "Delete a source with all its owners",
        "x-skiptrace-role": "operator",
        "security": [
          {
            "operator": []
          }
        ],
        "responses": {
          "204": {
            "description": "Deleted."
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/operator/api/owners/files": {
      "post": {
        "operationId": "uploadOwnerFile",
        "tags": [
          "Operator"
        ],
        "summary": "Send a file of owners to this server",
        "description": "The file stays on the server for a day, or until it was imported or deleted.",
        "x-skiptrace-role": "operator",
        "security": [
          {
            "operator": []
          }
        ],
        "parameters": [
          {
            "name": "name",
            "in": "query",
            "required": true,
            "description": "What the file is called. What it is, its bytes tell.",
            "schema": {
              "type": "string",
              "minLength": 1,
              "maxLength": 255
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/octet-stream": {
              "schema": {
                "type": "string",
                "format": "binary"
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The file as the server read its beginning.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/OwnerFile"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      },
      "get": {
        "operationId": "listOwnerFiles",
        "tags": [
          "Operator"
        ],
        "summary": "Files of owners that wait to be imported, newest first",
        "description": "At most 20; more are refused until some are imported or deleted.",
        "x-skiptrace-role": "operator",
        "security": [
          {
            "operator": []
          }
        ],
        "responses": {
          "200": {
            "description": "The files, each with its last import or try.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "files"
                  ],
                  "properties": {
                    "files": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/WaitingOwnerFile"
                      }
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/operator/api/owners/files/{fileId}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/FileId"
        }
      ],
      "get": {
        "operationId": "getOwnerFile",
        "tags": [
          "Operator"
        ],
        "summary": "A file that waits to be imported",
        "x-skiptrace-role": "operator",
        "security": [
          {
            "operator": []
          }
        ],
        "parameters": [
          {
            "name": "headerRow",
            "in": "query",
            "description": "The row with the names of the columns, from 1; 0 for none. By default the file tells.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "maximum": 1000
            }
          },
          {
            "name": "sheet",
            "in": "query",
            "description": "Of a workbook; by default the one that looks most like a list.",
            "schema": {
              "type": "string",
              "minLength": 1,
              "maxLength": 255
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The file, as uploadOwnerFile answered, or as it is read with the parameters.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/OwnerFile"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      },
      "delete": {
        "operationId": "deleteOwnerFile",
        "tags": [
          "Operator"
        ],
        "summary": "Throw an uploaded file away",
        "x-skiptrace-role": "operator",
        "security": [
          {
            "operator": []
          }
        ],
        "responses": {
          "204": {
            "description": "Thrown away; what was imported from it stays."
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/operator/api/owners/files/{fileId}/imports": {
      "parameters": [
        {
          "$ref": "#/components/parameters/FileId"
        }
      ],
      "post": {
        "operationId": "importOwnerFile",
        "tags": [
          "Operator"
        ],
        "summary": "Import an uploaded file, or only try it",
        "x-skiptrace-role": "operator",
        "security": [
          {
            "operator": []
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/OwnerImportRequest"
              }
            }
          }
        },
        "responses": {
          "202": {
            "description": "Begun.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/OwnerImport"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/operator/api/owners/imports/{importId}": {
      "parameters": [
        {
          "name": "importId",
          "in": "path",
          "required": true,
          "schema": {
            "type": "string"
          }
        }
      ],
      "get": {
        "operationId": "getOwnerImport",
        "tags": [
          "Operator"
        ],
        "summary": "How an import goes, and what it found",
        "x-skiptrace-role": "operator",
        "security": [
          {
            "operator": []
          }
        ],
        "responses": {
          "200": {
            "description": "The import, or the try.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/OwnerImport"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/operator/api/owners/imports/{importId}/rejects.csv": {
      "parameters": [
        {
          "name": "importId",
          "in": "path",
          "required": true,
          "schema": {
            "type": "string"
          }
        }
      ],
      "get": {
        "operationId": "downloadRejects",
        "tags": [
          "Operator"
        ],
        "summary": "The rows that were not taken, with reasons",
        "description": "A link may ask for it, so it needs no Skiptrace-App header.",
        "x-skiptrace-role": "operator",
        "x-skiptrace-navigation": true,
        "security": [
          {
            "operator": []
          }
        ],
        "responses": {
          "200": {
            "description": "The rows as they were, after their reason.",
            "content": {
              "text/csv": {
                "schema": {
                  "type": "string"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/operator/api/owners/explain": {
      "post": {
        "operationId": "explainAddress",
        "tags": [
          "Operator"
        ],
        "summary": "Why an address matches or doesn't",
        "description": "A POST, so that no address stands in a URL.",
        "x-skiptrace-role": "operator",
        "security": [
          {
            "operator": []
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "type": "object",
                "required": [
                  "address"
                ],
                "additionalProperties": false,
                "properties": {
                  "address": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 500,
                    "x-skiptrace-personal-data": true
                  },
                  "firstName": {
                    "type": "string",
                    "maxLength": 200,
                    "x-skiptrace-personal-data": true
                  },
                  "lastName": {
                    "type": "string",
                    "maxLength": 200,
                    "x-skiptrace-personal-data": true
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reading of the address, the candidates, and the decision.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Explanation"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/operator/api/jobs": {
      "get": {
        "operationId": "findAllJobs",
        "tags": [
          "Operator"
        ],
        "summary": "The jobs of all accounts, newest first",
        "x-skiptrace-role": "operator",
        "security": [
          {
            "operator": []
          }
        ],
        "parameters": [
          {
            "name": "status",
            "in": "query",
            "schema": {
              "type": "array",
              "items": {
                "$ref": "#/components/schemas/JobStatus"
              }
            }
          },
          {
            "name": "accountId",
            "in": "query",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "jobId",
            "in": "query",
            "schema": {
              "type": "string",
              "maxLength": 100
            }
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "name": "limit",
            "in": "query",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 100,
              "default": 25
            }
          }
        ],
        "responses": {
          "200": {
            "description": "A page of jobs; no file names, which may be personal.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "jobs",
                    "nextCursor"
                  ],
                  "properties": {
                    "jobs": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/OperatorJob"
                      }
                    },
                    "nextCursor": {
                      "type": [
                        "string",
                        "null"
                      ]
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/operator/api/support": {
      "get": {
        "operationId": "listSupportMessages",
        "tags": [
          "Operator"
        ],
        "summary": "Support messages, newest first",
        "x-skiptrace-role": "operator",
        "security": [
          {
            "operator": []
          }
        ],
        "parameters": [
          {
            "name": "state",
            "in": "query",
            "schema": {
              "type": "string",
              "enum": [
                "open",
                "done",
                "all"
              ],
              "default": "open"
            }
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "name": "limit",
            "in": "query",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 100,
              "default": 50
            }
          }
        ],
        "responses": {
          "200": {
            "description": "A page of messages.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "messages",
                    "nextCursor"
                  ],
                  "properties": {
                    "messages": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/SupportMessage"
                      }
                    },
                    "nextCursor": {
                      "type": [
                        "string",
                        "null"
                      ]
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/operator/api/support/{messageId}": {
      "parameters": [
        {
          "name": "messageId",
          "in": "path",
          "required": true,
          "schema": {
            "type": "string"
          }
        }
      ],
      "patch": {
        "operationId": "markSupportMessage",
        "tags": [
          "Operator"
        ],
        "summary": "Mark a message as done, or open again",
        "x-skiptrace-role": "operator",
        "security": [
          {
            "operator": []
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "type": "object",
                "required": [
                  "isDone"
                ],
                "additionalProperties": false,
                "properties": {
                  "isDone": {
                    "type": "boolean"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The message as it is now.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SupportMessage"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/operator/api/health": {
      "get": {
        "operationId": "getHealth",
        "tags": [
          "Operator"
        ],
        "summary": "What works, what waits, how much room is left",
        "description": "Cheap enough to be asked every few seconds; the page draws its charts from the answers.",
        "x-skiptrace-role": "operator",
        "security": [
          {
            "operator": []
          }
        ],
        "responses": {
          "200": {
            "description": "This moment.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Health"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/operator/api/doctor": {
      "post": {
        "operationId": "runDoctor",
        "tags": [
          "Operator"
        ],
        "summary": "Check the ledger, jobs, files and disk",
        "description": "Reads everything once; a check that is under way is shared.",
        "x-skiptrace-role": "operator",
        "security": [
          {
            "operator": []
          }
        ],
        "responses": {
          "200": {
            "description": "Findings as sentences; none means that all is well.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "checkedAt",
                    "accountsChecked",
                    "findings"
                  ],
                  "properties": {
                    "checkedAt": {
                      "type": "string",
                      "format": "date-time"
                    },
                    "accountsChecked": {
                      "type": "integer"
                    },
                    "findings": {
                      "type": "array",
                      "items": {
                        "type": "string"
                      }
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    },
    "/operator/api/activity": {
      "get": {
        "operationId": "getServiceActivity",
        "tags": [
          "Operator"
        ],
        "summary": "Spend, matches and misses of all accounts, day by day",
        "x-skiptrace-role": "operator",
        "security": [
          {
            "operator": []
          }
        ],
        "parameters": [
          {
            "name": "days",
            "in": "query",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 366,
              "default": 30
            }
          }
        ],
        "responses": {
          "200": {
            "description": "UTC days, oldest first, none left out.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "days"
                  ],
                  "properties": {
                    "days": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/ActivityDay"
                      }
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Problem"
          }
        }
      }
    }
  },
  "components": {
    "securitySchemes": {
      "customer": {
        "type": "apiKey",
        "in": "cookie",
        "name": "__Host-skiptrace"
      },
      "operator": {
        "type": "apiKey",
        "in": "cookie",
        "name": "__Host-skiptrace-operator"
      }
    },
    "parameters": {
      "Cursor": {
        "name": "cursor",
        "in": "query",
        "description": "nextCursor of the page before.",
        "schema": {
          "type": "string",
          "maxLength": 200
        }
      },
      "IdempotencyKey": {
        "name": "Idempotency-Key",
        "in": "header",
        "required": true,
        "description": "A request that is repeated with it makes what it makes once.",
        "schema": {
          "type": "string",
          "pattern": "^[0-9A-Za-z-]{16,64}$",
          "x-skiptrace-must": "be 16 to 64 letters, digits or hyphens"
        }
      },
      "AccountId": {
        "name": "accountId",
        "in": "path",
        "required": true,
        "schema": {
          "type": "string"
        }
      },
      "FileId": {
        "name": "fileId",
        "in": "path",
        "required": true,
        "schema": {
          "type": "string"
        }
      }
    },
    "responses": {
      "Problem": {
        "description": "What happened, what it cost, what to do next.",
        "content": {
          "application/json": {
            "schema": {
              "type": "object",
              "required": [
                "error"
              ],
              "properties": {
                "error": {
                  "type": "string"
                }
              }
            }
          }
        }
      }
    },
    "schemas": {
      "Mode": {
        "description": "live = real owners and money; test = the sandbox's made-up owners, free.",
        "type": "string",
        "enum": [
          "live",
          "test"
        ]
      },
      "AppSettings": {
        "type": "object",
        "required": [
          "signInByEmail",
          "sandbox",
          "lowBalanceCents",
          "maxUploadBytes",
          "rowsPerJob",
          "previewDays"
        ],
        "properties": {
          "signInByEmail": {
            "description": "Whether mail is set up.",
            "type": "boolean"
          },
          "sandbox": {
            "description": "Whether the sandbox's addresses answer live keys.",
            "type": "boolean"
          },
          "lowBalanceCents": {
            "description": "A live balance below this is worth a note.",
            "type": "integer"
          },
          "maxUploadBytes": {
            "type": "integer"
          },
          "rowsPerJob": {
            "type": "integer"
          },
          "previewDays": {
            "description": "A job waits for its approval so long before it is cancelled.",
            "type": "integer"
          }
        }
      },
      "CustomerSession": {
        "type": "object",
        "required": [
          "accountId",
          "name",
          "email",
          "mode",
          "signedInWith",
          "expiresAt"
        ],
        "properties": {
          "accountId": {
            "type": "string"
          },
          "name": {
            "type": "string"
          },
          "email": {
            "type": [
              "string",
              "null"
            ],
            "x-skiptrace-personal-data": true
          },
          "mode": {
            "$ref": "#/components/schemas/Mode"
          },
          "signedInWith": {
            "type": "string",
            "enum": [
              "key",
              "link"
            ]
          },
          "expiresAt": {
            "type": "string",
            "format": "date-time"
          }
        }
      },
      "SignInLink": {
        "type": "object",
        "required": [
          "name",
          "expiresAt"
        ],
        "properties": {
          "name": {
            "description": "The account or the operator that it signs in.",
            "type": "string"
          },
          "expiresAt": {
            "type": "string",
            "format": "date-time"
          }
        }
      },
      "SignInAttempt": {
        "description": "Made by chance, once for a link. When the answer is lost, the same link with the same attempt signs in once more, within a\nminute and as long as nobody has used the session.\n",
        "type": "string",
        "minLength": 20,
        "maxLength": 100,
        "x-skiptrace-secret": true
      },
      "OperatorSession": {
        "type": "object",
        "required": [
          "name",
          "expiresAt"
        ],
        "properties": {
          "name": {
            "description": "Who the link was made for.",
            "type": "string"
          },
          "expiresAt": {
            "type": "string",
            "format": "date-time"
          }
        }
      },
      "ActivityDay": {
        "type": "object",
        "required": [
          "date",
          "spentCents",
          "matches",
          "misses"
        ],
        "properties": {
          "date": {
            "type": "string",
            "format": "date"
          },
          "spentCents": {
            "description": "Charges less refunds.",
            "type": "integer"
          },
          "matches": {
            "description": "Charged matches.",
            "type": "integer"
          },
          "misses": {
            "type": "integer"
          }
        }
      },
      "TransactionType": {
        "type": "string",
        "description": "Reading 17.",
        "enum": [
          "top_up",
          "adjustment",
          "lookup_charge",
          "bulk_reservation",
          "bulk_refund",
          "job_charge",
          "job_refund"
        ]
      },
      "Transaction": {
        "type": "object",
        "required": [
          "id",
          "type",
          "amountCents",
          "balanceCents",
          "reference",
          "createdAt"
        ],
        "properties": {
          "id": {
            "type": "string"
          },
          "type": {
            "$ref": "#/components/schemas/TransactionType"
          },
          "amountCents": {
            "description": "Below zero where money was taken.",
            "type": "integer"
          },
          "balanceCents": {
            "description": "After it.",
            "type": "integer"
          },
          "reference": {
            "type": [
              "string",
              "null"
            ]
          },
          "createdAt": {
            "type": "string",
            "format": "date-time"
          }
        }
      },
      "Key": {
        "type": "object",
        "required": [
          "id",
          "label",
          "mode",
          "createdAt",
          "lastUsedAt",
          "revokedAt"
        ],
        "properties": {
          "id": {
            "type": "string"
          },
          "label": {
            "type": [
              "string",
              "null"
            ]
          },
          "mode": {
            "$ref": "#/components/schemas/Mode"
          },
          "createdAt": {
            "type": "string",
            "format": "date-time"
          },
          "lastUsedAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time"
          },
          "revokedAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time"
          }
        }
      },
      "CreatedKey": {
        "type": "object",
        "required": [
          "key",
          "apiKey"
        ],
        "properties": {
          "key": {
            "$ref": "#/components/schemas/Key"
          },
          "apiKey": {
            "type": "string",
            "x-skiptrace-secret": true
          }
        }
      },
      "JobStatus": {
        "type": "string",
        "enum": [
          "pending",
          "uploaded",
          "processing",
          "preview",
          "confirmed",
          "generating",
          "completed",
          "failed",
          "cancelled"
        ],
        "description": "- `pending`: created, awaiting upload\n- `uploaded`: file received, waiting for a worker\n- `processing`: rows being matched\n- `preview`: cost ready to confirm\n- `confirmed`: charged\n- `generating`: enriched CSV being built\n- `completed`: `downloadUrl` ready\n- `failed`: see `errorMessage`\n- `cancelled`: by `cancel`, or after waiting too long for an upload or a confirm\n"
      },
      "Job": {
        "$ref": "#/components/schemas/SkipTraceJob"
      },
      "ColumnMapping": {
        "type": "object",
        "description": "For each field, the name of its CSV column as written in the header. Names are trimmed and compared exactly first, then ignoring case if only one column fits. One column may serve several fields. At most 1,000 bytes of UTF-8 per name.",
        "required": [
          "address",
          "city",
          "state",
          "zip"
        ],
        "properties": {
          "address": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1000,
            "x-skiptrace-max-bytes": 1000,
            "description": "Column with the street address, or with the whole address on one line.",
            "examples": [
              "Address"
            ]
          },
          "city": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1000,
            "x-skiptrace-max-bytes": 1000,
            "description": "Column with the city.",
            "examples": [
              "City"
            ]
          },
          "state": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1000,
            "x-skiptrace-max-bytes": 1000,
            "description": "Column with the state.",
            "examples": [
              "State"
            ]
          },
          "zip": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1000,
            "x-skiptrace-max-bytes": 1000,
            "description": "Column with the ZIP code.",
            "examples": [
              "Zip"
            ]
          },
          "firstName": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1000,
            "x-skiptrace-max-bytes": 1000,
            "description": "Column with the owner's first name. Chooses among several owners; never prevents a match.",
            "examples": [
              "Owner First Name"
            ]
          },
          "lastName": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1000,
            "x-skiptrace-max-bytes": 1000,
            "description": "Column with the owner's last name. Chooses among several owners; never prevents a match.",
            "examples": [
              "Owner Last Name"
            ]
          }
        }
      },
      "JobFile": {
        "type": "object",
        "required": [
          "keptUntil",
          "columnMapping"
        ],
        "properties": {
          "keptUntil": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time"
          },
          "columnMapping": {
            "description": "As the job was made with. Null for a job of a version that forgot it.",
            "oneOf": [
              {
                "$ref": "#/components/schemas/ColumnMapping"
              },
              {
                "type": "null"
              }
            ]
          }
        }
      },
      "OperatorJob": {
        "type": "object",
        "required": [
          "id",
          "accountId",
          "accountName",
          "mode",
          "status",
          "totalRows",
          "matchedRows",
          "totalChargeCents",
          "errorMessage",
          "createdAt",
          "updatedAt"
        ],
        "properties": {
          "id": {
            "type": "string"
          },
          "accountId": {
            "type": "string"
          },
          "accountName": {
            "type": "string"
          },
          "mode": {
            "$ref": "#/components/schemas/Mode"
          },
          "status": {
            "$ref": "#/components/schemas/JobStatus"
          },
          "totalRows": {
            "type": [
              "integer",
              "null"
            ]
          },
          "matchedRows": {
            "type": [
              "integer",
              "null"
            ]
          },
          "totalChargeCents": {
            "type": [
              "integer",
              "null"
            ]
          },
          "errorMessage": {
            "type": [
              "string",
              "null"
            ]
          },
          "createdAt": {
            "type": "string",
            "format": "date-time"
          },
          "updatedAt": {
            "type": "string",
            "format": "date-time"
          }
        }
      },
      "AccountName": {
        "type": "string",
        "minLength": 1,
        "maxLength": 200,
        "pattern": "\\S",
        "x-skiptrace-must": "not be empty"
      },
      "AccountEmail": {
        "type": [
          "string",
          "null"
        ],
        "format": "email",
        "maxLength": 254
      },
      "TermsChange": {
        "description": "null gives the default back; what is not named stays.",
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "priceCents": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 1000
          },
          "dailyMisses": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 1,
            "maximum": 1000000
          },
          "singlePerMinute": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 1,
            "maximum": 1000000
          },
          "bulkPerMinute": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 1,
            "maximum": 1000000
          },
          "freeRepeatDays": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 3650
          }
        }
      },
      "OperatorAccount": {
        "type": "object",
        "required": [
          "id",
          "name",
          "email",
          "status",
          "balanceCents",
          "terms",
          "ownTerms",
          "createdAt"
        ],
        "properties": {
          "id": {
            "type": "string"
          },
          "name": {
            "type": "string",
            "x-skiptrace-personal-data": true
          },
          "email": {
            "type": [
              "string",
              "null"
            ],
            "x-skiptrace-personal-data": true
          },
          "status": {
            "type": "string",
            "enum": [
              "active",
              "suspended"
            ]
          },
          "balanceCents": {
            "type": "integer"
          },
          "terms": {
            "description": "What applies.",
            "type": "object",
            "required": [
              "priceCents",
              "dailyMisses",
              "singlePerMinute",
              "bulkPerMinute",
              "freeRepeatDays"
            ],
            "properties": {
              "priceCents": {
                "type": "integer"
              },
              "dailyMisses": {
                "type": "integer"
              },
              "singlePerMinute": {
                "type": "integer"
              },
              "bulkPerMinute": {
                "type": "integer"
              },
              "freeRepeatDays": {
                "description": "0 where repeats are charged.",
                "type": "integer"
              }
            }
          },
          "ownTerms": {
            "description": "What was set for this account; null where the contract's value applies.",
            "type": "object",
            "required": [
              "priceCents",
              "dailyMisses",
              "singlePerMinute",
              "bulkPerMinute",
              "freeRepeatDays"
            ],
            "properties": {
              "priceCents": {
                "type": [
                  "integer",
                  "null"
                ]
              },
              "dailyMisses": {
                "type": [
                  "integer",
                  "null"
                ]
              },
              "singlePerMinute": {
                "type": [
                  "integer",
                  "null"
                ]
              },
              "bulkPerMinute": {
                "type": [
                  "integer",
                  "null"
                ]
              },
              "freeRepeatDays": {
                "type": [
                  "integer",
                  "null"
                ]
              }
            }
          },
          "createdAt": {
            "type": "string",
            "format": "date-time"
          }
        }
      },
      "OwnerSources": {
        "type": "object",
        "required": [
          "sources",
          "retired",
          "loading"
        ],
        "properties": {
          "sources": {
            "description": "By name.",
            "type": "array",
            "items": {
              "type": "object",
              "required": [
                "source",
                "priority",
                "imports",
                "records",
                "addressKeys",
                "phones",
                "phoneTypeDefault",
                "untypedPhones",
                "emails",
                "lastImportAt",
                "outdated"
              ],
              "properties": {
                "source": {
                  "type": "string"
                },
                "priority": {
                  "description": "The highest wins where several sources know a property, then the newest import.",
                  "type": "integer"
                },
                "imports": {
                  "type": "integer"
                },
                "records": {
                  "type": "integer"
                },
                "addressKeys": {
                  "type": "integer"
                },
                "phones": {
                  "type": "integer"
                },
                "phoneTypeDefault": {
                  "description": "What phones without a type are; null leaves them out of answers.",
                  "type": [
                    "string",
                    "null"
                  ],
                  "enum": [
                    "mobile",
                    "landline",
                    null
                  ]
                },
                "untypedPhones": {
                  "description": "Phones of which no file says the type.",
                  "type": "integer"
                },
                "emails": {
                  "type": "integer"
                },
                "lastImportAt": {
                  "type": "string",
                  "format": "date-time"
                },
                "outdated": {
                  "description": "Imported under other rules of addresses: import its file again.",
                  "type": "boolean"
                }
              }
            }
          },
          "retired": {
            "description": "Out of the directory, but kept until no job refers to them any more.",
            "type": "object",
            "required": [
              "imports",
              "records"
            ],
            "properties": {
              "imports": {
                "type": "integer"
              },
              "records": {
                "type": "integer"
              }
            }
          },
          "loading": {
            "description": "Imports being written now, or left by a process that died.",
            "type": "integer"
          }
        }
      },
      "OwnerFile": {
        "type": "object",
        "required": [
          "id",
          "name",
          "bytes",
          "headers",
          "headerRow",
          "titleRows",
          "firstRows",
          "firstRowNumbers",
          "suggested",
          "unclear",
          "split",
          "notes",
          "sheet",
          "otherSheets"
        ],
        "properties": {
          "id": {
            "type": "string"
          },
          "name": {
            "type": "string"
          },
          "bytes": {
            "type": "integer"
          },
          "headers": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "headerRow": {
            "description": "The row with the headers, from 1; 0 where there is none.",
            "type": "integer"
          },
          "titleRows": {
            "description": "The rows above the headers.",
            "type": "array",
            "items": {
              "type": "object",
              "required": [
                "row",
                "cells"
              ],
              "properties": {
                "row": {
                  "type": "integer"
                },
                "cells": {
                  "type": "array",
                  "items": {
                    "type": "string",
                    "x-skiptrace-personal-data": true
                  }
                }
              }
            }
          },
          "firstRows": {
            "description": "Up to 5 rows.",
            "type": "array",
            "items": {
              "type": "array",
              "items": {
                "type": "string",
                "x-skiptrace-personal-data": true
              }
            }
          },
          "firstRowNumbers": {
            "description": "Which row of the file each of these is, from 1.",
            "type": "array",
            "items": {
              "type": "integer"
            }
          },
          "split": {
            "description": "Part of a split street → the header that most likely holds it.",
            "type": "object",
            "additionalProperties": {
              "type": "string"
            }
          },
          "notes": {
            "description": "What a person should know before the check, as sentences.",
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "sheet": {
            "description": "The sheet of a workbook that was read.",
            "type": [
              "string",
              "null"
            ]
          },
          "otherSheets": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "suggested": {
            "description": "Field → headers that hold it.",
            "type": "object",
            "additionalProperties": {
              "type": "array",
              "items": {
                "type": "string"
              }
            }
          },
          "unclear": {
            "description": "Field → headers that may hold it. None is read for it until `map` names one.",
            "type": "object",
            "additionalProperties": {
              "type": "array",
              "items": {
                "type": "string"
              }
            }
          }
        }
      },
      "WaitingOwnerFile": {
        "type": "object",
        "required": [
          "id",
          "name",
          "bytes",
          "receivedAt",
          "lastImport"
        ],
        "properties": {
          "id": {
            "type": "string"
          },
          "name": {
            "type": "string"
          },
          "bytes": {
            "type": "integer"
          },
          "receivedAt": {
            "type": "string",
            "format": "date-time"
          },
          "lastImport": {
            "oneOf": [
              {
                "$ref": "#/components/schemas/OwnerImport"
              },
              {
                "type": "null"
              }
            ]
          }
        }
      },
      "OwnerImportRequest": {
        "type": "object",
        "required": [
          "dryRun",
          "source",
          "replace"
        ],
        "additionalProperties": false,
        "properties": {
          "dryRun": {
            "description": "Try it; keep nothing.",
            "type": "boolean"
          },
          "source": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "pattern": "\\S",
            "x-skiptrace-must": "not be empty"
          },
          "replace": {
            "description": "Replace everything in the source with this file.",
            "type": "boolean"
          },
          "priority": {
            "type": "integer",
            "minimum": -1000000,
            "maximum": 1000000
          },
          "state": {
            "description": "For every row, where the file has none.",
            "type": "string",
            "pattern": "^[A-Z]{2}$",
            "x-skiptrace-must": "be a two-letter code in capitals, such as TX"
          },
          "dncDefault": {
            "description": "Mark phones without a flag as Do Not Call.",
            "type": "boolean",
            "default": true
          },
          "phoneTypeDefault": {
            "description": "What phones without a type are, in the whole source. By default the source keeps what it has.",
            "type": "string",
            "enum": [
              "mobile",
              "landline"
            ]
          },
          "allowNameless": {
            "type": "boolean",
            "default": false
          },
          "nameOrder": {
            "type": "string",
            "enum": [
              "as-written",
              "first-last",
              "last-first"
            ]
          },
          "headerRow": {
            "description": "The row with the names of the columns, from 1; 0 for none. By default the file tells.",
            "type": "integer",
            "minimum": 0,
            "maximum": 1000
          },
          "sheet": {
            "description": "Of a workbook.",
            "type": "string",
            "minLength": 1,
            "maxLength": 255
          },
          "map": {
            "description": "Field → headers, where the suggestion is wrong.",
            "type": "object",
            "additionalProperties": {
              "type": "array",
              "items": {
                "type": "string"
              }
            }
          }
        }
      },
      "OwnerImport": {
        "type": "object",
        "required": [
          "id",
          "fileId",
          "dryRun",
          "request",
          "state",
          "rowsRead",
          "bytesRead",
          "bytes",
          "startedAt",
          "summary",
          "error"
        ],
        "properties": {
          "id": {
            "type": "string"
          },
          "fileId": {
            "type": "string"
          },
          "dryRun": {
            "type": "boolean"
          },
          "request": {
            "description": "What was asked for; null where an older version of the server began it.",
            "oneOf": [
              {
                "$ref": "#/components/schemas/OwnerImportRequest"
              },
              {
                "type": "null"
              }
            ]
          },
          "state": {
            "type": "string",
            "enum": [
              "running",
              "done",
              "failed"
            ]
          },
          "rowsRead": {
            "type": "integer"
          },
          "bytesRead": {
            "type": "integer"
          },
          "bytes": {
            "type": "integer"
          },
          "startedAt": {
            "type": "string",
            "format": "date-time"
          },
          "summary": {
            "oneOf": [
              {
                "$ref": "#/components/schemas/OwnerImportSummary"
              },
              {
                "type": "null"
              }
            ]
          },
          "error": {
            "description": "What happened and what to do, where it failed.",
            "type": [
              "string",
              "null"
            ]
          }
        }
      },
      "OwnerImportSummary": {
        "type": "object",
        "required": [
          "status",
          "source",
          "before",
          "rows",
          "owners",
          "refusals",
          "phonesLeftOut",
          "mapping",
          "nameOrderReason",
          "warnings",
          "ignoredColumns",
          "sensitiveColumns",
          "hasRejects"
        ],
        "properties": {
          "status": {
            "description": "unchanged: the source has this file already, so nothing was done.",
            "type": "string",
            "enum": [
              "imported",
              "unchanged",
              "dry_run"
            ]
          },
          "source": {
            "type": "string"
          },
          "before": {
            "description": "What the source held before, and whether the file takes its place.",
            "type": "object",
            "required": [
              "imports",
              "owners",
              "replaced"
            ],
            "properties": {
              "imports": {
                "type": "integer"
              },
              "owners": {
                "type": "integer"
              },
              "replaced": {
                "type": "boolean"
              }
            }
          },
          "rows": {
            "description": "read = stored + merged + refused. Merged, the owner was on an earlier row already.",
            "type": "object",
            "required": [
              "read",
              "stored",
              "merged",
              "refused"
            ],
            "properties": {
              "read": {
                "type": "integer"
              },
              "stored": {
                "type": "integer"
              },
              "merged": {
                "type": "integer"
              },
              "refused": {
                "type": "integer"
              }
            }
          },
          "owners": {
            "description": "Stored, or in a try what would be: a row can name two.",
            "type": "integer"
          },
          "refusals": {
            "type": "array",
            "items": {
              "type": "object",
              "required": [
                "reason",
                "rows",
                "lines"
              ],
              "properties": {
                "reason": {
                  "type": "string"
                },
                "rows": {
                  "type": "integer"
                },
                "lines": {
                  "description": "Line numbers of the first.",
                  "type": "array",
                  "items": {
                    "type": "integer"
                  }
                }
              }
            }
          },
          "phonesLeftOut": {
            "type": "object",
            "required": [
              "unusable",
              "withoutType",
              "ofOthers",
              "over"
            ],
            "properties": {
              "unusable": {
                "description": "Not ten digits, or neither mobile nor landline.",
                "type": "integer"
              },
              "withoutType": {
                "description": "Stored; left out of answers until the source says what they are.",
                "type": "integer"
              },
              "ofOthers": {
                "description": "Of another person than the owner.",
                "type": "integer"
              },
              "over": {
                "description": "More than a match can hold.",
                "type": "integer"
              }
            }
          },
          "mapping": {
            "type": "array",
            "items": {
              "type": "object",
              "required": [
                "field",
                "headers",
                "sample",
                "reason"
              ],
              "properties": {
                "field": {
                  "type": "string"
                },
                "headers": {
                  "description": "None where no column holds it.",
                  "type": "array",
                  "items": {
                    "type": "string"
                  }
                },
                "sample": {
                  "type": [
                    "string",
                    "null"
                  ],
                  "x-skiptrace-personal-data": true
                },
                "reason": {
                  "description": "A sentence.",
                  "type": [
                    "string",
                    "null"
                  ]
                }
              }
            }
          },
          "nameOrderReason": {
            "description": "Why full names are read in an order, as a sentence; null for the usual order.",
            "type": [
              "string",
              "null"
            ]
          },
          "warnings": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "ignoredColumns": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "sensitiveColumns": {
            "description": "Look like Social Security numbers or dates of birth: never read.",
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "hasRejects": {
            "type": "boolean"
          }
        }
      },
      "Explanation": {
        "type": "object",
        "required": [
          "reason",
          "readings",
          "outcome",
          "compared",
          "moreCompared",
          "owner"
        ],
        "properties": {
          "reason": {
            "description": "Why it missed; null for a match.",
            "type": [
              "string",
              "null"
            ]
          },
          "readings": {
            "description": "How the address is read; the first is the likely one.",
            "type": "array",
            "items": {
              "type": "string",
              "x-skiptrace-personal-data": true
            }
          },
          "outcome": {
            "description": "How it matches, or why not, as a clause.",
            "type": "string"
          },
          "compared": {
            "description": "Addresses found under its keys, those that fit first.",
            "type": "array",
            "items": {
              "type": "object",
              "required": [
                "address",
                "result",
                "fits"
              ],
              "properties": {
                "address": {
                  "type": "string",
                  "x-skiptrace-personal-data": true
                },
                "result": {
                  "description": "How it compares, as a clause.",
                  "type": "string"
                },
                "fits": {
                  "type": "boolean"
                }
              }
            }
          },
          "moreCompared": {
            "description": "How many more there are.",
            "type": "integer"
          },
          "owner": {
            "description": "Who is handed out; null for a miss.",
            "type": [
              "object",
              "null"
            ],
            "required": [
              "source",
              "fullName",
              "from"
            ],
            "properties": {
              "source": {
                "type": "string"
              },
              "fullName": {
                "type": [
                  "string",
                  "null"
                ],
                "x-skiptrace-personal-data": true
              },
              "from": {
                "type": "array",
                "items": {
                  "type": "object",
                  "required": [
                    "source",
                    "phones",
                    "emails"
                  ],
                  "properties": {
                    "source": {
                      "type": "string"
                    },
                    "phones": {
                      "type": "integer"
                    },
                    "emails": {
                      "type": "integer"
                    }
                  }
                }
              }
            }
          }
        }
      },
      "SupportMessage": {
        "type": "object",
        "required": [
          "id",
          "fullName",
          "email",
          "phone",
          "reason",
          "message",
          "isDone",
          "createdAt"
        ],
        "properties": {
          "id": {
            "type": "string"
          },
          "fullName": {
            "type": "string",
            "x-skiptrace-personal-data": true
          },
          "email": {
            "type": "string",
            "x-skiptrace-personal-data": true
          },
          "phone": {
            "type": "string",
            "x-skiptrace-personal-data": true
          },
          "reason": {
            "type": "string"
          },
          "message": {
            "type": "string",
            "x-skiptrace-personal-data": true
          },
          "isDone": {
            "type": "boolean"
          },
          "createdAt": {
            "type": "string",
            "format": "date-time"
          }
        }
      },
      "Health": {
        "type": "object",
        "required": [
          "at",
          "status",
          "faults",
          "shortages",
          "version",
          "uptimeSeconds",
          "database",
          "storage",
          "backlog",
          "freeBytes",
          "residentBytes",
          "accounts",
          "jobs",
          "lookups"
        ],
        "properties": {
          "at": {
            "type": "string",
            "format": "date-time"
          },
          "status": {
            "type": "string",
            "enum": [
              "ready",
              "degraded",
              "not ready"
            ]
          },
          "faults": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "shortages": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "version": {
            "type": "string"
          },
          "uptimeSeconds": {
            "description": "Of the server that answered.",
            "type": "number"
          },
          "database": {
            "type": "string",
            "enum": [
              "sqlite",
              "postgres"
            ]
          },
          "storage": {
            "type": "string",
            "enum": [
              "local",
              "s3"
            ]
          },
          "backlog": {
            "description": "Tasks that wait, by kind.",
            "type": "object",
            "additionalProperties": {
              "type": "integer"
            }
          },
          "freeBytes": {
            "description": "Of the disk; null in a bucket.",
            "type": [
              "integer",
              "null"
            ]
          },
          "residentBytes": {
            "type": "integer"
          },
          "accounts": {
            "type": "integer"
          },
          "jobs": {
            "description": "Jobs by status.",
            "type": "object",
            "additionalProperties": {
              "type": "integer"
            }
          },
          "lookups": {
            "description": "Since the server that answered started.",
            "type": "object",
            "additionalProperties": {
              "type": "integer"
            }
          }
        }
      },
      "SkipTraceJob": {
        "type": "object",
        "description": "A CSV job.",
        "required": [
          "id",
          "status",
          "filename",
          "createdAt",
          "updatedAt"
        ],
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The job's id.",
            "examples": [
              "018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90"
            ]
          },
          "status": {
            "$ref": "#/components/schemas/JobStatus",
            "description": "The job's status."
          },
          "filename": {
            "type": "string",
            "maxLength": 500,
            "description": "Name of the uploaded file, as given at creation.",
            "examples": [
              "leads.csv"
            ]
          },
          "totalRows": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 250000,
            "description": "Rows after the header, without empty lines: `matchedRows` plus `unmatchedRows`. Known from `preview` on.",
            "examples": [
              10000
            ]
          },
          "matchedRows": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 250000,
            "description": "Rows that matched an owner, the only ones that are charged. Known from `preview` on.",
            "examples": [
              9812
            ]
          },
          "repeatRows": {
            "type": "integer",
            "minimum": 0,
            "maximum": 250000,
            "description": "Of `matchedRows`, those that are free: their property stands in a row above, or the account was charged for it within its `freeRepeatDays`. From `preview` on, for accounts with that term; absent for all others.",
            "examples": [
              0
            ]
          },
          "unmatchedRows": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 250000,
            "description": "Rows that didn't match, `nonMatchCount` plus `blankAddressCount`. Known from `preview` on.",
            "examples": [
              188
            ]
          },
          "pricePerRowCents": {
            "type": "integer",
            "minimum": 0,
            "maximum": 1000,
            "description": "Cents a matched row costs; fixed by the preview. 4 unless the operator set another price.",
            "examples": [
              4
            ]
          },
          "totalChargeCents": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 250000000,
            "description": "What confirm charges, in cents: `matchedRows`, less `repeatRows`, times `pricePerRowCents`. Known from `preview` on. Once confirmed, what was charged.",
            "examples": [
              39248
            ]
          },
          "refundCents": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 250000000,
            "description": "Cents given back because the job failed after it was confirmed; null otherwise.",
            "examples": [
              null
            ]
          },
          "nonMatchCount": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 250000,
            "description": "Rows that were looked up without a match. Known from `preview` on.",
            "examples": [
              180
            ]
          },
          "blankAddressCount": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 250000,
            "description": "Rows that weren't looked up because their address cell is blank. Known from `preview` on. In the job detail only, never in the list.",
            "examples": [
              8
            ],
            "x-skiptrace-only-in": "detail"
          },
          "origin": {
            "type": "string",
            "description": "Where the job came from: `api` or `dashboard`; other values may be added. In the job list only, never in the detail.",
            "examples": [
              "api",
              "dashboard"
            ],
            "x-skiptrace-only-in": "list"
          },
          "contentDigest": {
            "type": "string",
            "description": "The digest that the list was asked for with. Only in the job list, and only where it was asked for. Our extension.",
            "examples": [
              "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef"
            ]
          },
          "areaZip5": {
            "type": [
              "string",
              "null"
            ],
            "pattern": "^\\d{5}$",
            "description": "ZIP code of a data purchase by ZIP; null for jobs made from a file. In the job list only, never in the detail.",
            "examples": [
              null
            ],
            "x-skiptrace-only-in": "list"
          },
          "downloadUrl": {
            "type": [
              "string",
              "null"
            ],
            "format": "uri",
            "description": "Link to the enriched CSV. Set only while the status is `completed`; null again once the file's retention is over. Absolute, works without a key, expires (on this server after 15 minutes) and is signed afresh at every read. Treat it as a secret.",
            "examples": [
              null
            ],
            "x-skiptrace-secret": true
          },
          "errorMessage": {
            "type": [
              "string",
              "null"
            ],
            "description": "What went wrong, as a sentence for people. Set only while the status is `failed`.",
            "examples": [
              null
            ]
          },
          "createdAt": {
            "type": "string",
            "format": "date-time",
            "description": "When the job was created.",
            "examples": [
              "2026-11-21T09:30:00.000Z"
            ]
          },
          "updatedAt": {
            "type": "string",
            "format": "date-time",
            "description": "When the job last changed.",
            "examples": [
              "2026-11-21T09:30:12.000Z"
            ]
          }
        },
        "allOf": [
          {
            "description": "The preview says what the job costs.",
            "if": {
              "properties": {
                "status": {
                  "const": "preview"
                }
              }
            },
            "then": {
              "required": [
                "totalRows",
                "matchedRows",
                "totalChargeCents"
              ],
              "properties": {
                "totalRows": {
                  "type": "integer"
                },
                "matchedRows": {
                  "type": "integer"
                },
                "totalChargeCents": {
                  "type": "integer"
                }
              }
            }
          },
          {
            "description": "Before the preview nothing is counted.",
            "if": {
              "properties": {
                "status": {
                  "enum": [
                    "pending",
                    "uploaded",
                    "processing"
                  ]
                }
              }
            },
            "then": {
              "properties": {
                "totalRows": {
                  "type": "null"
                },
                "matchedRows": {
                  "type": "null"
                },
                "unmatchedRows": {
                  "type": "null"
                },
                "totalChargeCents": {
                  "type": "null"
                },
                "nonMatchCount": {
                  "type": "null"
                },
                "blankAddressCount": {
                  "type": "null"
                }
              }
            }
          },
          {
            "description": "Only a completed job can be downloaded.",
            "if": {
              "not": {
                "properties": {
                  "status": {
                    "const": "completed"
                  }
                }
              }
            },
            "then": {
              "properties": {
                "downloadUrl": {
                  "type": "null"
                }
              }
            }
          }
        ]
      }
    }
  }
};

"""Asks the gateway as any Python program would, and prints what the official client made of the answer.

Reads {"base_url", "api_key", "request"} as a line of JSON from standard input, one for each request, which may stream.
Writes a line for each: {"text", "finish_reason", "usage", "ids", "headers"}, or {"error": {"class", "status", "code"}}.
"""

import json
import sys

import openai


def asked(client, request):
    raw = client.chat.completions.with_raw_response.create(**request)
    headers = {name.lower(): value for name, value in raw.headers.items() if name.lower().startswith("x-")}
    answer = raw.parse()
    if not request.get("stream"):
        choice = answer.choices[0]
        return {
            "text": choice.message.content,
            "finish_reason": choice.finish_reason,
            "usage": answer.usage.model_dump() if answer.usage else None,
            "ids": [answer.id],
            "headers": headers,
        }
    text, finish_reason, usage, ids = "", None, None, set()
    for chunk in answer:
        ids.add(chunk.id)
        usage = chunk.usage.model_dump() if chunk.usage else usage
        for choice in chunk.choices:
            text += choice.delta.content or ""
            finish_reason = choice.finish_reason or finish_reason
    return {"text": text, "finish_reason": finish_reason, "usage": usage, "ids": sorted(ids), "headers": headers}


def answer_to(given):
    client = openai.OpenAI(base_url=given["base_url"], api_key=given["api_key"])
    try:
        return asked(client, given["request"])
    except openai.APIStatusError as error:
        return {"error": {"class": type(error).__name__, "status": error.status_code, "code": error.code}}


for line in sys.stdin:
    print(json.dumps(answer_to(json.loads(line))), flush=True)

"""What an application does with a model, with OpenAI's own client and with LangChain.

Reads {"client", "loop", "baseURL", "apiKey", "model", "png"} as a line of JSON from standard input, one for each loop, and writes what
came of it as a line of JSON.
"""

import json
import sys

from pydantic import BaseModel

QUESTION = "How is the weather in Wien and Graz?"


class Trip(BaseModel):
    city: str
    days: int


def weather_of(city):
    return f"mild in {city}"


def image_parts(png):
    return [
        {"type": "text", "text": "What is this?"},
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{png}"}},
    ]


class OpenAILoops:
    def __init__(self, given):
        import openai

        self.model, self.png = given["model"], given["png"]
        self.completions = openai.OpenAI(base_url=given["baseURL"], api_key=given["apiKey"]).chat.completions

    def tool_loop(self):
        parameters = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
        declared = {"name": "weather", "description": "The weather of a city", "parameters": parameters}
        tools = [{"type": "function", "function": declared}]
        messages, cities = [{"role": "user", "content": QUESTION}], []
        while True:
            answer = self.completions.create(model=self.model, messages=messages, tools=tools).choices[0].message
            messages.append(answer)
            if not answer.tool_calls:
                return {"text": answer.content, "cities": cities}
            for call in answer.tool_calls:
                cities.append(json.loads(call.function.arguments)["city"])
                messages.append({"role": "tool", "tool_call_id": call.id, "content": weather_of(cities[-1])})

    def structured_output(self):
        messages = [{"role": "user", "content": "Plan a trip."}]
        answer = self.completions.parse(model=self.model, messages=messages, response_format=Trip)
        return answer.choices[0].message.parsed.model_dump()

    def image_question(self):
        messages = [{"role": "user", "content": image_parts(self.png)}]
        return self.completions.create(model=self.model, messages=messages).choices[0].message.content

    def stream(self):
        messages = [{"role": "user", "content": "Tell me a story."}]
        chunks = self.completions.create(model=self.model, messages=messages, stream=True)
        return "".join(choice.delta.content or "" for chunk in chunks for choice in chunk.choices)


class LangChainLoops:
    def __init__(self, given):
        from langchain_openai import ChatOpenAI

        self.png = given["png"]
        self.model = ChatOpenAI(model=given["model"], base_url=given["baseURL"], api_key=given["apiKey"])

    def tool_loop(self):
        from langchain_core.messages import HumanMessage
        from langchain_core.tools import tool

        cities = []

        @tool
        def weather(city: str) -> str:
            """The weather of a city"""
            cities.append(city)
            return weather_of(city)

        model, messages = self.model.bind_tools([weather]), [HumanMessage(QUESTION)]
        while True:
            answer = model.invoke(messages)
            messages.append(answer)
            if not answer.tool_calls:
                return {"text": answer.content, "cities": cities}
            messages.extend(weather.invoke(call) for call in answer.tool_calls)

    def structured_output(self):
        return self.model.with_structured_output(Trip, method="json_schema").invoke("Plan a trip.").model_dump()

    def image_question(self):
        from langchain_core.messages import HumanMessage

        return self.model.invoke([HumanMessage(content=image_parts(self.png))]).content

    def stream(self):
        return "".join(chunk.content for chunk in self.model.stream("Tell me a story."))


for line in sys.stdin:
    given = json.loads(line)
    loops = {"openai": OpenAILoops, "langchain": LangChainLoops}[given["client"]](given)
    print(json.dumps(getattr(loops, given["loop"])()), flush=True)

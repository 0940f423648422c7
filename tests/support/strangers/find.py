import json
import sys

for line in sys.stdin:
    given = json.loads(line)["in"]
    text, wanted = given["$fb/$fc"], given["A"]
    there = wanted in text
    place = text.index(wanted) if there else len(text)
    print(json.dumps({"Y": place, "C": there}), flush=True)

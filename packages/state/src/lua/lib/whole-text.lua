-- Redis writes a number that Lua hands over as a fraction with 17 digits, which takes longer; `..` would round at 14.
local function wholeText(number)
  return string.format('%d', number)
end

al C:80b .next
al C:80d .main
al C:80f .again
al C:ffffffff .unset
add_label C:818 .table
break 817
